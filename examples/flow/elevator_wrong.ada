--  The elevator with a mistake: the controller sets x again, while the doors may be open.
procedure elevator_wrong is
   x : Boolean;

   task car is
      entry sync;
      entry open_doors;
      entry close_doors;
      entry move_car;
   end car;

   task controller;

   task body car is
   begin
      x := true;
      accept sync;
      if x then
         accept open_doors;
      end if;
      if x then
         accept close_doors;
      end if;
      accept move_car;
   end car;

   task body controller is
   begin
      x := false;
      car.sync;
      if x then
         car.open_doors;
      end if;
      x := false;
      if x then
         car.close_doors;
      end if;
      car.move_car;
   end controller;
begin
   null;
end elevator_wrong;
