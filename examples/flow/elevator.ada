--  The elevator of Cobleigh, Avrunin and Clarke (TOSEM 2008, Fig. 16). Both tasks set x before they meet, so it can be
--  true or false then; after that, no task changes it.
procedure elevator is
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
      if x then
         car.close_doors;
      end if;
      car.move_car;
   end controller;
begin
   null;
end elevator;
