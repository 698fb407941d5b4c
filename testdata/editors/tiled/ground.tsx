<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.12.0" name="ground" tilewidth="16" tileheight="16" tilecount="8" columns="4">
 <image source="images/ground.png" width="64" height="32"/>
 <tile id="1" type="water">
  <properties>
   <property name="deep" type="bool" value="true"/>
   <property name="slow" type="float" value="0.5"/>
  </properties>
  <animation>
   <frame tileid="1" duration="200"/>
   <frame tileid="2" duration="300"/>
  </animation>
 </tile>
 <tile id="5">
  <objectgroup draworder="index" id="2">
   <object id="1" x="2" y="4" width="12" height="12"/>
   <object id="2" x="0" y="0">
    <polygon points="0,0 16,0 8,8"/>
   </object>
  </objectgroup>
 </tile>
</tileset>
