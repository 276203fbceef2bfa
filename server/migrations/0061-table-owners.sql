-- A table belongs to the lowest area that writes it, which its comment names.

comment on table link is 'platform: Links in mail. The token is stored hashed, has one purpose and works once.';
comment on table account_session is 'platform: Sessions of signed-in users.';
comment on table security_answer is 'access: Security questions of an account; the answers are hashed.';
comment on table registration_hold is
  'access: Links mailed with notices about a registration, and the holds they caused. An OBJECTION of an SAA who is being replaced goes to staff and holds nothing.';
comment on table provider_notice is
  'access: Failed proofs for an NPI that its provider has not been notified about. One notice a day at most.';
comment on table health_plan is 'directory: The plan''s products, each with its network, from the file plans.';
comment on table member is 'directory: Members of the plan.';
