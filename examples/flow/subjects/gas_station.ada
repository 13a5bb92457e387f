--  A gas station with k customers and two pumps. The operator takes money, activates a pump that is idle, and gives
--  change when the pump has told the charge. Servers ask one customer after the other whether it calls.
procedure gas_station is
   k : constant := 2;
   --  1 in a wrong variant: a greedy customer uses both pumps at once, a crowded pump lets a second customer start, a
   --  muddled operator gives the change for pump 1 as that for pump 2.
   greedy : constant := 0;
   crowded : constant := 0;
   muddled : constant := 0;
   subtype customer_id is Integer range 1 .. k;
   subtype pump_id is Integer range 1 .. 2;

   task operator is
      entry prepay_1 (customer_id);
      entry prepay_2 (customer_id);
      entry charge_1 (customer_id);
      entry charge_2 (customer_id);
   end operator;

   task type pump (me : pump_id) is
      entry activate;
      entry start (customer_id);
      entry stop (customer_id);
   end pump;
   pumps : array (pump_id) of pump;

   task type customer (me : customer_id) is
      entry change_1;
      entry change_2;
   end customer;
   customers : array (customer_id) of customer;

   task body customer is
   begin
      loop
         select
            operator.prepay_1 (me);
            if greedy = 1 then
               operator.prepay_2 (me);
               pumps (2).start (me);
            end if;
            pumps (1).start (me);
            pumps (1).stop (me);
         else
            operator.prepay_2 (me);
            pumps (2).start (me);
            pumps (2).stop (me);
         end select;
         select
            accept change_1;
            --# event c (me).change (1)
         or
            accept change_2;
            --# event c (me).change (2)
         end select;
      end loop;
   end customer;

   task body pump is
   begin
      loop
         accept activate;
         serving : loop
            for i in customer_id loop
               select
                  accept start (i) do
                     --# event c (i).start (me)
                     null;
                  end start;
                  for j in customer_id loop
                     select
                        when crowded = 1 =>
                           accept start (j) do
                              --# event c (j).start (me)
                              null;
                           end start;
                     else
                        null;
                     end select;
                  end loop;
                  accept stop (i) do
                     --# event c (i).stop (me)
                     null;
                  end stop;
                  if me = 1 then
                     operator.charge_1 (i);
                  else
                     operator.charge_2 (i);
                  end if;
                  exit serving;
               else
                  null;
               end select;
            end loop;
         end loop serving;
      end loop;
   end pump;

   task body operator is
      --  How many have paid for each pump and have no change yet.
      paid_1, paid_2 : Integer range 0 .. k := 0;
   begin
      loop
         for i in customer_id loop
            select
               accept prepay_1 (i) do
                  --# event c (i).prepay (1)
                  null;
               end prepay_1;
               if paid_1 = 0 then
                  pumps (1).activate;
               end if;
               paid_1 := paid_1 + 1;
            or
               accept prepay_2 (i) do
                  --# event c (i).prepay (2)
                  null;
               end prepay_2;
               if paid_2 = 0 then
                  pumps (2).activate;
               end if;
               paid_2 := paid_2 + 1;
            or
               accept charge_1 (i);
               if muddled = 1 then
                  customers (i).change_2;
               else
                  customers (i).change_1;
               end if;
               paid_1 := paid_1 - 1;
               if paid_1 > 0 then
                  pumps (1).activate;
               end if;
            or
               accept charge_2 (i);
               customers (i).change_2;
               paid_2 := paid_2 - 1;
               if paid_2 > 0 then
                  pumps (2).activate;
               end if;
            else
               null;
            end select;
         end loop;
      end loop;
   end operator;
begin
   null;
end gas_station;
