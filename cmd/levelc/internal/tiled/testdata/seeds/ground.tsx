<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="ground" class="Floor" tilewidth="16" tileheight="16" tilecount="8" columns="4" objectalignment="center" tilerendersize="grid" fillmode="preserve-aspect-fit" backgroundcolor="#102030">
 <tileoffset x="1" y="-2"/><grid orientation="isometric" width="8" height="4"/>
 <properties><property name="wet" type="bool" value="true"/></properties>
 <image source="img/ground.png" trans="ff00ff" width="64" height="32"/>
 <transformations hflip="1" vflip="0" rotate="1" preferuntransformed="0"/>
 <tile id="2" type="door" probability="0.5"><properties><property name="locked" type="bool" value="true"/><property name="mood" propertytype="Mood" value="angry"/></properties>
  <objectgroup draworder="index"><object id="1" x="1" y="2" width="3" height="4"><properties><property name="o" type="object" value="2"/></properties></object><object id="2" x="1" y="2"><polygon points="0,0 1,1 -1.5,2e1"/></object><object x="1"><ellipse/></object></objectgroup>
  <animation><frame tileid="2" duration="100"/><frame tileid="3" duration="150"/></animation></tile>
 <wangsets><wangset name="w" type="mixed" tile="-1" class="c"><wangcolor name="a" color="#ff0000" tile="1" probability="1"><properties><property name="p" value="v"/></properties></wangcolor><wangtile tileid="0" wangid="0,1,0,1,0,0,0,1"/></wangset>
 <wangset name="old" tile="0"><wangedgecolor name="e" color="#00ff00" tile="1" probability="1"/><wangcornercolor name="f" color="#00ff00" tile="1" probability="1"/><wangtile tileid="1" wangid="0x01011010"/></wangset></wangsets>
</tileset>
