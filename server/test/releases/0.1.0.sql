
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE FUNCTION public.await_audit_seal() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        insert into audit_unsealed (event_id) values (new.id);
        return null;
      end $$;

CREATE FUNCTION public.refresh_network_listing() RETURNS void
    LANGUAGE plpgsql
    AS $$
      begin
        create temporary table listing_now on commit drop as
          select p.npi, p.name, lower(coalesce(p.last_name || ' ' || p.first_name, p.name)) as sort_name,
            p.search_name, coalesce(p.taxonomy_code, '') as taxonomy_code, coalesce(p.address, '') as address,
            coalesce(p.city, '') as city, lower(coalesce(p.city, '')) as city_key, coalesce(p.state, '') as state,
            coalesce(p.postal_code, '') as postal_code, coalesce(p.phone, '') as phone
          from network_provider n join provider p on p.npi = n.npi
          where n.left_at is null and p.search_name <> '';
        create unique index on listing_now (npi);
        delete from network_listing l where not exists (select from listing_now f where f.npi = l.npi);
        insert into network_listing as l select * from listing_now
          on conflict (npi) do update set
            name = excluded.name, sort_name = excluded.sort_name, search_name = excluded.search_name,
            taxonomy_code = excluded.taxonomy_code, address = excluded.address, city = excluded.city,
            city_key = excluded.city_key, state = excluded.state, postal_code = excluded.postal_code,
            phone = excluded.phone
          where l.* is distinct from excluded.*;
        drop table listing_now;
      end $$;

CREATE FUNCTION public.refuse_audit_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin raise exception 'audit rows cannot be changed'; end $$;

CREATE FUNCTION public.tally_registrations() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        insert into registration_tally (day, opened, proved)
          select (created_at at time zone 'UTC')::date, count(*),
            count(*) filter (where coalesce(step1_at, quiz_at, captcha_at) is not null)
          from gone where npi is not null and link_id is null
          group by 1 order by 1
          on conflict (day) do update set
            opened = registration_tally.opened + excluded.opened, proved = registration_tally.proved + excluded.proved;
        return null;
      end $$;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE public.access_grant (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    request_id bigint NOT NULL,
    scope_kind text NOT NULL,
    scope_id text NOT NULL COLLATE pg_catalog."C",
    group_id text COLLATE pg_catalog."C",
    entity text GENERATED ALWAYS AS (
CASE
    WHEN (scope_kind = 'NPI'::text) THEN ('NPI:'::text || scope_id)
    WHEN ((scope_kind = 'PO'::text) AND (group_id IS NULL)) THEN ('PO:'::text || scope_id)
    WHEN (scope_kind = 'PO'::text) THEN ('GROUP:'::text || group_id)
    ELSE ('GROUP:'::text || scope_id)
END) STORED NOT NULL COLLATE pg_catalog."C",
    role text NOT NULL,
    permissions text[] NOT NULL,
    state text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    activated_at timestamp with time zone,
    ended_at timestamp with time zone,
    suspended_reason text,
    confirm_due_at timestamp with time zone,
    confirm_reminded_at timestamp with time zone,
    suspended_as text,
    CONSTRAINT access_grant_check CHECK (((group_id IS NULL) OR (scope_kind = 'PO'::text))),
    CONSTRAINT access_grant_role_check CHECK ((role = ANY (ARRAY['SAA'::text, 'AA'::text, 'AU'::text]))),
    CONSTRAINT access_grant_scope_kind_check CHECK ((scope_kind = ANY (ARRAY['NPI'::text, 'PG'::text, 'IPA'::text, 'SG'::text, 'PO'::text]))),
    CONSTRAINT access_grant_state_check CHECK ((state = ANY (ARRAY['PENDING_PROVIDER'::text, 'PENDING_CONTRACT'::text, 'PENDING_APPROVAL'::text, 'ACTIVE'::text, 'SUSPENDED'::text, 'REJECTED'::text, 'EXPIRED'::text, 'REVOKED'::text]))),
    CONSTRAINT access_grant_suspended_as_check CHECK ((suspended_as = ANY (ARRAY['ADMINISTRATOR'::text, 'STAFF'::text, 'SYSTEM'::text])))
);

ALTER TABLE public.access_grant ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.access_grant_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.access_request (
    id bigint NOT NULL,
    reference text NOT NULL,
    account_id bigint NOT NULL,
    role text NOT NULL,
    reg_type text NOT NULL,
    npi text COLLATE pg_catalog."C",
    org_id text,
    path text NOT NULL,
    validated_by text,
    replace_saa boolean DEFAULT false NOT NULL,
    brand text NOT NULL,
    state text NOT NULL,
    contact_first_name text,
    contact_last_name text,
    signatory_email text,
    needs_staff boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL,
    remind_at timestamp with time zone,
    reminded_at timestamp with time zone,
    expires_at timestamp with time zone,
    decided_at timestamp with time zone,
    decided_by bigint,
    decided_as text,
    reason text,
    decided_permissions text[],
    CONSTRAINT access_request_decided_as_check CHECK ((decided_as = ANY (ARRAY['PROVIDER'::text, 'ADMINISTRATOR'::text, 'STAFF'::text, 'REQUESTER'::text, 'SYSTEM'::text]))),
    CONSTRAINT access_request_path_check CHECK ((path = ANY (ARRAY['SELF'::text, 'BEHALF'::text, 'CONTRACT'::text, 'APPROVAL'::text, 'INVITATION'::text]))),
    CONSTRAINT access_request_reg_type_check CHECK ((reg_type = ANY (ARRAY['NPI'::text, 'PG'::text, 'PO'::text]))),
    CONSTRAINT access_request_role_check CHECK ((role = ANY (ARRAY['SAA'::text, 'AA'::text, 'AU'::text]))),
    CONSTRAINT access_request_state_check CHECK ((state = ANY (ARRAY['PENDING_PROVIDER'::text, 'PENDING_CONTRACT'::text, 'PENDING_APPROVAL'::text, 'ACTIVE'::text, 'REJECTED'::text, 'EXPIRED'::text, 'REVOKED'::text])))
);

ALTER TABLE public.access_request ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.access_request_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.account (
    id bigint NOT NULL,
    public_id text NOT NULL,
    kind text NOT NULL,
    state text NOT NULL,
    brand text NOT NULL,
    username text,
    username_key text,
    password_hash text,
    first_name text NOT NULL,
    last_name text NOT NULL,
    email text NOT NULL,
    phone text,
    phone_ext text,
    member_id text,
    created_at timestamp with time zone NOT NULL,
    activated_at timestamp with time zone,
    terms_accepted_at timestamp with time zone,
    password_changed_at timestamp with time zone,
    last_sign_in_at timestamp with time zone,
    inactivity_warned_at timestamp with time zone,
    suspended_reason text,
    suspended_as text,
    CONSTRAINT account_check CHECK (((state = ANY (ARRAY['INVITED'::text, 'CLOSED'::text])) OR ((username IS NOT NULL) AND (password_hash IS NOT NULL)))),
    CONSTRAINT account_kind_check CHECK ((kind = ANY (ARRAY['provider'::text, 'member'::text, 'internal'::text]))),
    CONSTRAINT account_state_check CHECK ((state = ANY (ARRAY['INVITED'::text, 'ACTIVE'::text, 'SUSPENDED'::text, 'CLOSED'::text]))),
    CONSTRAINT account_suspended_as_check CHECK ((suspended_as = ANY (ARRAY['STAFF'::text, 'SYSTEM'::text])))
);

ALTER TABLE public.account ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.account_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.account_session (
    id_hash bytea NOT NULL,
    public_id text NOT NULL,
    account_id bigint NOT NULL,
    kind text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    address text,
    user_agent text,
    CONSTRAINT account_session_kind_check CHECK ((kind = ANY (ARRAY['provider'::text, 'member'::text, 'internal'::text])))
);

CREATE TABLE public.audit_event (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    actor_account_id bigint,
    actor_kind text NOT NULL,
    action text NOT NULL,
    npi text,
    subject_account_id bigint,
    request_id bigint,
    address text,
    details jsonb DEFAULT '{}'::jsonb NOT NULL
);

ALTER TABLE public.audit_event ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_event_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.audit_seal (
    seq bigint NOT NULL,
    first_id bigint NOT NULL,
    last_id bigint NOT NULL,
    event_ids bigint[] NOT NULL,
    previous_hash bytea NOT NULL,
    hash bytea NOT NULL,
    sealed_at timestamp with time zone NOT NULL,
    row_hashes bytea[] DEFAULT '{}'::bytea[] NOT NULL
);

CREATE TABLE public.audit_unsealed (
    event_id bigint NOT NULL
);

CREATE TABLE public.banner (
    id bigint NOT NULL,
    category_id text NOT NULL,
    summary text NOT NULL,
    body text DEFAULT ''::text NOT NULL,
    display_body boolean DEFAULT false NOT NULL,
    brand text,
    audience text NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT banner_audience_check CHECK ((audience = ANY (ARRAY['PROVIDER'::text, 'MEMBER'::text, 'PUBLIC'::text])))
);

ALTER TABLE public.banner ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.banner_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.captcha_spent (
    challenge text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.claim (
    claim_number text NOT NULL,
    npi text NOT NULL COLLATE pg_catalog."C",
    member_id text NOT NULL,
    billed_amount numeric(12,2) NOT NULL,
    paid_amount numeric(12,2),
    service_date date NOT NULL,
    status text NOT NULL
);

CREATE TABLE public.description (
    id bigint NOT NULL,
    category_id text NOT NULL,
    body text NOT NULL,
    brand text,
    version integer DEFAULT 1 NOT NULL,
    updated_at timestamp with time zone NOT NULL
);

ALTER TABLE public.description ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.description_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.faq (
    id bigint NOT NULL,
    category_id text NOT NULL,
    question text NOT NULL,
    answer text NOT NULL,
    brand text,
    "position" integer DEFAULT 0 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    updated_at timestamp with time zone NOT NULL
);

ALTER TABLE public.faq ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.faq_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE UNLOGGED TABLE public.flood_counter (
    key text NOT NULL COLLATE pg_catalog."C",
    window_start timestamp with time zone NOT NULL,
    hits integer NOT NULL
);

CREATE TABLE public.group_member (
    group_id text NOT NULL COLLATE pg_catalog."C",
    npi text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.identity_attempt (
    id bigint NOT NULL,
    kind text NOT NULL,
    npi text NOT NULL COLLATE pg_catalog."C",
    address text NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT identity_attempt_kind_check CHECK ((kind = ANY (ARRAY['STEP1'::text, 'QUIZ'::text])))
);

ALTER TABLE public.identity_attempt ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.identity_attempt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);

CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.link (
    id bigint NOT NULL,
    token_hash bytea NOT NULL,
    purpose text NOT NULL,
    request_id bigint,
    account_id bigint,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    ended_at timestamp with time zone,
    wrong_answers integer DEFAULT 0 NOT NULL,
    CONSTRAINT link_purpose_check CHECK ((purpose = ANY (ARRAY['REQUEST'::text, 'ACTIVATION'::text, 'PASSWORD_RESET'::text, 'MEMBER_CODE'::text])))
);

ALTER TABLE public.link ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.link_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.mail_message (
    id bigint NOT NULL,
    message_id text NOT NULL,
    kind text NOT NULL,
    brand text NOT NULL,
    to_address text NOT NULL,
    subject text NOT NULL,
    body text NOT NULL,
    account_id bigint,
    request_id bigint,
    created_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    last_error text,
    next_attempt_at timestamp with time zone NOT NULL,
    claimed_until timestamp with time zone,
    gave_up_at timestamp with time zone,
    by_stranger boolean DEFAULT false NOT NULL
);

ALTER TABLE public.mail_message ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.mail_message_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.member (
    member_id text NOT NULL,
    subscriber_id text NOT NULL,
    relationship text NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    birth_date date NOT NULL,
    plan_name text NOT NULL,
    effective_date date NOT NULL,
    termination_date date,
    email text,
    left_at timestamp with time zone
);

CREATE TABLE public.member_registration (
    id_hash bytea NOT NULL,
    brand text NOT NULL,
    member_id text,
    code_hash bytea NOT NULL,
    wrong_codes integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    confirmed_at timestamp with time zone,
    account_id bigint
);

CREATE TABLE public.network_listing (
    npi text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    sort_name text NOT NULL COLLATE pg_catalog."C",
    search_name text NOT NULL,
    taxonomy_code text NOT NULL COLLATE pg_catalog."C",
    address text NOT NULL,
    city text NOT NULL,
    city_key text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL,
    postal_code text NOT NULL,
    phone text NOT NULL
);

CREATE TABLE public.network_provider (
    npi text NOT NULL COLLATE pg_catalog."C",
    tin_hash bytea,
    ssn_hash bytea,
    org_id text COLLATE pg_catalog."C",
    region text,
    contract_date date,
    provider_email text,
    left_at timestamp with time zone
);

CREATE TABLE public.organization (
    org_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL
);

CREATE TABLE public.provider (
    npi text NOT NULL COLLATE pg_catalog."C",
    entity_type smallint,
    name text NOT NULL,
    first_name text,
    last_name text,
    credential text,
    address text,
    city text,
    state text,
    postal_code text,
    phone text,
    taxonomy_code text,
    license_number text,
    license_state text,
    enumeration_date date,
    last_update_date date,
    deactivation_date date,
    reactivation_date date,
    replacement_npi text,
    search_name text DEFAULT ''::text NOT NULL
);

CREATE TABLE public.provider_group (
    group_id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    name text NOT NULL,
    short_name text,
    org_id text COLLATE pg_catalog."C",
    CONSTRAINT provider_group_kind_check CHECK ((kind = ANY (ARRAY['PG'::text, 'IPA'::text, 'SG'::text])))
);

CREATE TABLE public.provider_word (
    word text NOT NULL COLLATE pg_catalog."C",
    npi text NOT NULL COLLATE pg_catalog."C",
    search_name text NOT NULL
);

CREATE TABLE public.quiz (
    id bigint NOT NULL,
    quiz_id text NOT NULL,
    registration_id bytea NOT NULL,
    npi text NOT NULL COLLATE pg_catalog."C",
    workflow text NOT NULL,
    request_id bigint,
    vendor text NOT NULL,
    questions jsonb NOT NULL,
    issued_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    status text NOT NULL,
    transaction_id text,
    graded_at timestamp with time zone,
    CONSTRAINT quiz_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'PASS'::text, 'FAIL'::text]))),
    CONSTRAINT quiz_workflow_check CHECK ((workflow = ANY (ARRAY['SELF'::text, 'REQUEST'::text])))
);

ALTER TABLE public.quiz ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.quiz_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.registration (
    id_hash bytea NOT NULL,
    brand text NOT NULL,
    npi text COLLATE pg_catalog."C",
    easy_reg boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL,
    touched_at timestamp with time zone NOT NULL,
    profile_role text,
    step1_method text,
    step1_at timestamp with time zone,
    quiz_transaction_id text,
    quiz_at timestamp with time zone,
    captcha_at timestamp with time zone,
    link_id bigint,
    account_found_at timestamp with time zone,
    account_id bigint,
    request_id bigint,
    submission_hash bytea,
    submitted_at timestamp with time zone,
    CONSTRAINT registration_profile_role_check CHECK ((profile_role = ANY (ARRAY['SAA'::text, 'AA'::text, 'AU'::text]))),
    CONSTRAINT registration_step1_method_check CHECK ((step1_method = ANY (ARRAY['ssn'::text, 'tin'::text, 'claim'::text])))
);

CREATE TABLE public.registration_tally (
    day date NOT NULL,
    opened integer NOT NULL,
    proved integer NOT NULL
);

CREATE TABLE public.roster_change (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    npi text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    details text NOT NULL,
    reported_at timestamp with time zone NOT NULL,
    answer text,
    answered_at timestamp with time zone,
    answered_by bigint,
    CONSTRAINT roster_change_kind_check CHECK ((kind = ANY (ARRAY['ADDRESS'::text, 'PHONE'::text, 'JOINED'::text, 'LEFT'::text, 'OTHER'::text])))
);

ALTER TABLE public.roster_change ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.roster_change_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.sco_case (
    case_id text NOT NULL,
    npi text NOT NULL COLLATE pg_catalog."C",
    member_id text NOT NULL,
    opened date NOT NULL,
    status text NOT NULL,
    next_review date,
    care_manager text
);

CREATE TABLE public.sco_invoice (
    invoice_number text NOT NULL,
    npi text NOT NULL COLLATE pg_catalog."C",
    period text NOT NULL,
    amount numeric(12,2) NOT NULL,
    status text NOT NULL,
    due_date date
);

CREATE TABLE public.security_answer (
    account_id bigint NOT NULL,
    slot smallint NOT NULL,
    question text NOT NULL,
    answer_hash text NOT NULL,
    CONSTRAINT security_answer_slot_check CHECK (((slot >= 1) AND (slot <= 3)))
);

CREATE TABLE public.signed_contract (
    id bigint NOT NULL,
    request_id bigint NOT NULL,
    came_by text NOT NULL,
    file_name text,
    content bytea,
    sha256 text,
    page_count integer,
    received_at timestamp with time zone NOT NULL,
    recorded_by bigint,
    state text NOT NULL,
    decided_at timestamp with time zone,
    decided_by bigint,
    reason text,
    CONSTRAINT signed_contract_came_by_check CHECK ((came_by = ANY (ARRAY['UPLOAD'::text, 'MAIL'::text, 'FAX'::text]))),
    CONSTRAINT signed_contract_state_check CHECK ((state = ANY (ARRAY['RECEIVED'::text, 'RETURNED'::text, 'VALIDATED'::text, 'SUPERSEDED'::text])))
);

ALTER TABLE public.signed_contract ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.signed_contract_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

INSERT INTO public.access_grant OVERRIDING SYSTEM VALUE VALUES (1, 1, 1, 'PG', 'N1', NULL, DEFAULT, 'SAA', '{HOME,CLAIM}', 'ACTIVE', '2026-01-05 12:00:00+00', '2026-01-05 12:00:00+00', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.access_grant OVERRIDING SYSTEM VALUE VALUES (2, 3, 2, 'PG', 'N1', NULL, DEFAULT, 'AU', '{HOME,ELIG,CLAIM,ROSTER,SCOTRK,SCOINV}', 'PENDING_APPROVAL', '2026-11-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.access_grant OVERRIDING SYSTEM VALUE VALUES (3, 3, 3, 'PG', 'S1', NULL, DEFAULT, 'SAA', '{HOME,ELIG,CLAIM,ROSTER,SCOTRK,SCOINV}', 'PENDING_CONTRACT', '2026-11-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, NULL);

INSERT INTO public.access_request OVERRIDING SYSTEM VALUE VALUES (1, '10B6CA4F7169', 1, 'SAA', 'NPI', 'N1', NULL, 'SELF', NULL, false, 'harborview', 'ACTIVE', NULL, NULL, NULL, false, '2026-01-05 12:00:00+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.access_request OVERRIDING SYSTEM VALUE VALUES (2, 'KDMKB-4JJZZ', 3, 'AU', 'PG', '1000000012', NULL, 'APPROVAL', NULL, false, 'harborview', 'PENDING_APPROVAL', NULL, NULL, NULL, false, '2026-11-01 12:00:00+00', '2026-11-08 12:00:00+00', NULL, '2026-12-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.access_request OVERRIDING SYSTEM VALUE VALUES (3, 'YNXE2-QJB2M', 3, 'SAA', 'PG', '1000000053', NULL, 'CONTRACT', NULL, true, 'harborview', 'PENDING_CONTRACT', NULL, NULL, NULL, false, '2026-11-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);

INSERT INTO public.account OVERRIDING SYSTEM VALUE VALUES (1, 'e82119fbec0bf3d7', 'provider', 'ACTIVE', 'harborview', 'keptsaa', 'keptsaa', '$argon2id$v=19$m=64,t=2,p=1$4kKeMPHjZQ50FBGoK/a2pw$Tw/qq8vYoeL0QSMX/X8eYW6o7kLwICxvbHHt9Y8OGiE', 'Robin', 'Sample', 'keptsaa@example.org', '5125550177', NULL, NULL, '2026-01-05 12:00:00+00', '2026-01-05 12:00:00+00', '2026-01-05 12:00:00+00', '2026-01-05 12:00:00+00', NULL, NULL, NULL, NULL);
INSERT INTO public.account OVERRIDING SYSTEM VALUE VALUES (2, '48842de8a6d4e19a', 'internal', 'ACTIVE', 'harborview', 'keptstaff', 'keptstaff', '$argon2id$v=19$m=64,t=2,p=1$4kKeMPHjZQ50FBGoK/a2pw$Tw/qq8vYoeL0QSMX/X8eYW6o7kLwICxvbHHt9Y8OGiE', 'Robin', 'Sample', 'keptstaff@example.org', '5125550177', NULL, NULL, '2026-01-05 12:00:00+00', '2026-01-05 12:00:00+00', '2026-01-05 12:00:00+00', '2026-01-05 12:00:00+00', NULL, NULL, NULL, NULL);
INSERT INTO public.account OVERRIDING SYSTEM VALUE VALUES (3, '21655ee855f3131d', 'provider', 'ACTIVE', 'harborview', 'keptuser', 'keptuser', '$argon2id$v=19$m=64,t=2,p=1$4kKeMPHjZQ50FBGoK/a2pw$Tw/qq8vYoeL0QSMX/X8eYW6o7kLwICxvbHHt9Y8OGiE', 'Robin', 'Sample', 'kept.user@example.org', '5125550177', NULL, NULL, '2026-01-05 12:00:00+00', '2026-01-05 12:00:00+00', '2026-01-05 12:00:00+00', '2026-01-05 12:00:00+00', NULL, NULL, NULL, NULL);

INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (1, '2026-11-01 12:00:00+00', 3, 'provider', 'request.made', '1000000012', 3, 2, NULL, '{"path": "APPROVAL", "role": "AU", "regType": "PG"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (2, '2026-11-01 12:00:00+00', 3, 'provider', 'request.made', '1000000053', 3, 3, NULL, '{"path": "CONTRACT", "role": "SAA", "regType": "PG"}');
INSERT INTO public.audit_event OVERRIDING SYSTEM VALUE VALUES (3, '2026-11-01 12:00:00+00', NULL, 'SYSTEM', 'request.expired', NULL, NULL, NULL, NULL, '{}');

INSERT INTO public.audit_seal VALUES (1, 1, 3, '{1,2,3}', '\x0000000000000000000000000000000000000000000000000000000000000000', '\x43c4a2fcda5c6303886dbffe9e757742923061c7a72ba36823211e1bbc101549', '2026-11-01 13:00:00+00', '{"\\xc1d8977962452f9c175ff1fb18b1069fb6e3375dfc344f63d619f7f877855759","\\xafba65dc01080d503b43a97c562855616b50bdac54a97b69f075d9b7ce47a72e","\\xae1a9a51cd0e66ebad1f023ba81f5284070ccc28f0d7a03813e5e30c9d009cb1"}');

INSERT INTO public.group_member VALUES ('N1', '1000000012');
INSERT INTO public.group_member VALUES ('N1', '1000000020');
INSERT INTO public.group_member VALUES ('N2', '1000000038');
INSERT INTO public.group_member VALUES ('S1', '1000000053');
INSERT INTO public.group_member VALUES ('S1', '1000000061');

INSERT INTO public.kysely_migration VALUES ('0001-directory', '2026-11-16T01:46:03.043Z');
INSERT INTO public.kysely_migration VALUES ('0002-access', '2026-11-16T01:46:03.498Z');
INSERT INTO public.kysely_migration VALUES ('0003-registration', '2026-11-16T01:46:03.751Z');
INSERT INTO public.kysely_migration VALUES ('0004-platform', '2026-11-16T01:46:03.935Z');
INSERT INTO public.kysely_migration VALUES ('0005-outbox-and-seals', '2026-11-16T01:46:04.007Z');
INSERT INTO public.kysely_migration VALUES ('0006-suspensions', '2026-11-16T01:46:04.054Z');
INSERT INTO public.kysely_migration VALUES ('0010-roster-changes', '2026-11-16T01:46:04.079Z');
INSERT INTO public.kysely_migration VALUES ('0011-content', '2026-11-16T01:46:04.161Z');
INSERT INTO public.kysely_migration VALUES ('0012-members', '2026-11-16T01:46:04.333Z');
INSERT INTO public.kysely_migration VALUES ('0013-registration-tally', '2026-11-16T01:46:04.393Z');
INSERT INTO public.kysely_migration VALUES ('0014-decided-permissions', '2026-11-16T01:46:04.403Z');
INSERT INTO public.kysely_migration VALUES ('0015-columns-nobody-reads', '2026-11-16T01:46:04.451Z');
INSERT INTO public.kysely_migration VALUES ('0016-words-of-two-columns', '2026-11-16T01:46:04.461Z');

INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);

INSERT INTO public.mail_message OVERRIDING SYSTEM VALUE VALUES (1, '3b5990a2-ed49-48cf-9037-b4869b21bbac', 'request.made', 'harborview', 'kept.user@example.org', 'We received your access request KDMKB-4JJZZ', 'Harborview Health Plan

Hello Robin Sample,

You asked for access as Access User (AU) for North Family Practice. Your reference number is KDMKB-4JJZZ.

An access administrator of the provider decides about your request.

The request stays open until December 1, 2026.

See where your request stands:
http://localhost/thp/portal/providers/status

Questions? Call Provider Services at 1-800-555-0100 (Mon–Fri, 8 am – 5 pm).

This message was sent by Harborview Health Plan, Inc.. Please do not reply to it.
', 3, 2, '2026-11-01 12:00:00+00', NULL, 0, NULL, '2026-11-01 12:00:00+00', NULL, NULL, false);
INSERT INTO public.mail_message OVERRIDING SYSTEM VALUE VALUES (2, 'c30ec9bd-a31a-4f33-9df6-f4fc77635a6a', 'request.approval-needed', 'harborview', 'keptsaa@example.org', 'An access request waits for your decision (KDMKB-4JJZZ)', 'Harborview Health Plan

Hello Robin Sample,

Robin Sample asked for access as Access User (AU) for North Family Practice.

You can approve it, approve it with fewer permissions, or deny it.

Decide in user administration:
http://localhost/thp/portal/providers/access/requests/KDMKB-4JJZZ

Questions? Call Provider Services at 1-800-555-0100 (Mon–Fri, 8 am – 5 pm).

This message was sent by Harborview Health Plan, Inc.. Please do not reply to it.
', 1, 2, '2026-11-01 12:00:00+00', NULL, 0, NULL, '2026-11-01 12:00:00+00', NULL, NULL, false);
INSERT INTO public.mail_message OVERRIDING SYSTEM VALUE VALUES (3, 'e5432748-2218-4329-8428-cb97bdbaea45', 'request.made', 'harborview', 'kept.user@example.org', 'We received your access request YNXE2-QJB2M', 'Harborview Health Plan

Hello Robin Sample,

You asked for access as Senior Access Administrator (SAA) for South Clinic. Your reference number is YNXE2-QJB2M.

Please sign the contract form and return it. Your access begins when we have validated the signed form.

See where your request stands:
http://localhost/thp/portal/providers/status

Questions? Call Provider Services at 1-800-555-0100 (Mon–Fri, 8 am – 5 pm).

This message was sent by Harborview Health Plan, Inc.. Please do not reply to it.
', 3, 3, '2026-11-01 12:00:00+00', NULL, 0, NULL, '2026-11-01 12:00:00+00', NULL, NULL, false);

INSERT INTO public.network_provider VALUES ('1000000012', NULL, NULL, 'NORTH', NULL, NULL, NULL, NULL);
INSERT INTO public.network_provider VALUES ('1000000020', NULL, NULL, 'NORTH', NULL, NULL, NULL, NULL);
INSERT INTO public.network_provider VALUES ('1000000038', NULL, NULL, 'NORTH', NULL, NULL, NULL, NULL);
INSERT INTO public.network_provider VALUES ('1000000046', NULL, NULL, NULL, NULL, NULL, 'dr.solo@example.org', NULL);
INSERT INTO public.network_provider VALUES ('1000000053', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.network_provider VALUES ('1000000061', NULL, NULL, NULL, NULL, NULL, NULL, NULL);

INSERT INTO public.organization VALUES ('NORTH', 'Northern Physicians');

INSERT INTO public.provider VALUES ('1000000012', 1, 'Physician 1000000012', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '');
INSERT INTO public.provider VALUES ('1000000020', 1, 'Physician 1000000020', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '');
INSERT INTO public.provider VALUES ('1000000038', 1, 'Physician 1000000038', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '');
INSERT INTO public.provider VALUES ('1000000046', 1, 'Physician 1000000046', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '');
INSERT INTO public.provider VALUES ('1000000053', 1, 'Physician 1000000053', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '');
INSERT INTO public.provider VALUES ('1000000061', 1, 'Physician 1000000061', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '');

INSERT INTO public.provider_group VALUES ('N1', 'PG', 'North Family Practice', 'NFP', 'NORTH');
INSERT INTO public.provider_group VALUES ('N2', 'IPA', 'North Pediatrics', 'NPE', 'NORTH');
INSERT INTO public.provider_group VALUES ('S1', 'PG', 'South Clinic', 'SC', NULL);

INSERT INTO public.roster_change OVERRIDING SYSTEM VALUE VALUES (1, 1, '1000000012', 'PHONE', 'New number.', '2026-11-01 12:00:00+00', NULL, NULL, NULL);

INSERT INTO public.security_answer VALUES (1, 1, 'First question?', '$argon2id$v=19$m=64,t=2,p=1$we4/1gZOTeezV7rGvF5ylw$wf6VgitQAjcnsONVRIiClJV3zuZhGS6vcbps42Use2w');
INSERT INTO public.security_answer VALUES (1, 2, 'Second question?', '$argon2id$v=19$m=64,t=2,p=1$qHHMo+Y6iNxMRlOXxyLfXw$nZIbjsBZQPP9jCr+h7OuVVjPt8Plpuyzt31cpkk7KHc');
INSERT INTO public.security_answer VALUES (1, 3, 'Third question?', '$argon2id$v=19$m=64,t=2,p=1$vk/m2AJ4ku5xBuFjoa7uOQ$jNe3fwCJ/CQlnrmT+t9LNKVT++YmavOkaxoEO81+rCI');
INSERT INTO public.security_answer VALUES (2, 1, 'First question?', '$argon2id$v=19$m=64,t=2,p=1$we4/1gZOTeezV7rGvF5ylw$wf6VgitQAjcnsONVRIiClJV3zuZhGS6vcbps42Use2w');
INSERT INTO public.security_answer VALUES (2, 2, 'Second question?', '$argon2id$v=19$m=64,t=2,p=1$qHHMo+Y6iNxMRlOXxyLfXw$nZIbjsBZQPP9jCr+h7OuVVjPt8Plpuyzt31cpkk7KHc');
INSERT INTO public.security_answer VALUES (2, 3, 'Third question?', '$argon2id$v=19$m=64,t=2,p=1$vk/m2AJ4ku5xBuFjoa7uOQ$jNe3fwCJ/CQlnrmT+t9LNKVT++YmavOkaxoEO81+rCI');
INSERT INTO public.security_answer VALUES (3, 1, 'First question?', '$argon2id$v=19$m=64,t=2,p=1$we4/1gZOTeezV7rGvF5ylw$wf6VgitQAjcnsONVRIiClJV3zuZhGS6vcbps42Use2w');
INSERT INTO public.security_answer VALUES (3, 2, 'Second question?', '$argon2id$v=19$m=64,t=2,p=1$qHHMo+Y6iNxMRlOXxyLfXw$nZIbjsBZQPP9jCr+h7OuVVjPt8Plpuyzt31cpkk7KHc');
INSERT INTO public.security_answer VALUES (3, 3, 'Third question?', '$argon2id$v=19$m=64,t=2,p=1$vk/m2AJ4ku5xBuFjoa7uOQ$jNe3fwCJ/CQlnrmT+t9LNKVT++YmavOkaxoEO81+rCI');

SELECT pg_catalog.setval('public.access_grant_id_seq', 3, true);

SELECT pg_catalog.setval('public.access_request_id_seq', 3, true);

SELECT pg_catalog.setval('public.account_id_seq', 3, true);

SELECT pg_catalog.setval('public.audit_event_id_seq', 3, true);

SELECT pg_catalog.setval('public.banner_id_seq', 1, false);

SELECT pg_catalog.setval('public.description_id_seq', 1, false);

SELECT pg_catalog.setval('public.faq_id_seq', 1, false);

SELECT pg_catalog.setval('public.identity_attempt_id_seq', 1, false);

SELECT pg_catalog.setval('public.link_id_seq', 1, false);

SELECT pg_catalog.setval('public.mail_message_id_seq', 3, true);

SELECT pg_catalog.setval('public.quiz_id_seq', 1, false);

SELECT pg_catalog.setval('public.roster_change_id_seq', 1, true);

SELECT pg_catalog.setval('public.signed_contract_id_seq', 1, false);

ALTER TABLE ONLY public.access_grant
    ADD CONSTRAINT access_grant_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.access_request
    ADD CONSTRAINT access_request_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.access_request
    ADD CONSTRAINT access_request_reference_key UNIQUE (reference);

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_public_id_key UNIQUE (public_id);

ALTER TABLE ONLY public.account_session
    ADD CONSTRAINT account_session_pkey PRIMARY KEY (id_hash);

ALTER TABLE ONLY public.account_session
    ADD CONSTRAINT account_session_public_id_key UNIQUE (public_id);

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_username_key_key UNIQUE (username_key);

ALTER TABLE ONLY public.audit_event
    ADD CONSTRAINT audit_event_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audit_seal
    ADD CONSTRAINT audit_seal_pkey PRIMARY KEY (seq);

ALTER TABLE ONLY public.audit_unsealed
    ADD CONSTRAINT audit_unsealed_pkey PRIMARY KEY (event_id);

ALTER TABLE ONLY public.banner
    ADD CONSTRAINT banner_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.captcha_spent
    ADD CONSTRAINT captcha_spent_pkey PRIMARY KEY (challenge);

ALTER TABLE ONLY public.claim
    ADD CONSTRAINT claim_pkey PRIMARY KEY (claim_number);

ALTER TABLE ONLY public.description
    ADD CONSTRAINT description_category_id_brand_key UNIQUE NULLS NOT DISTINCT (category_id, brand);

ALTER TABLE ONLY public.description
    ADD CONSTRAINT description_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.faq
    ADD CONSTRAINT faq_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.flood_counter
    ADD CONSTRAINT flood_counter_pkey PRIMARY KEY (key, window_start);

ALTER TABLE ONLY public.group_member
    ADD CONSTRAINT group_member_pkey PRIMARY KEY (group_id, npi);

ALTER TABLE ONLY public.identity_attempt
    ADD CONSTRAINT identity_attempt_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.link
    ADD CONSTRAINT link_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.link
    ADD CONSTRAINT link_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.mail_message
    ADD CONSTRAINT mail_message_message_id_key UNIQUE (message_id);

ALTER TABLE ONLY public.mail_message
    ADD CONSTRAINT mail_message_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_pkey PRIMARY KEY (member_id);

ALTER TABLE ONLY public.member_registration
    ADD CONSTRAINT member_registration_pkey PRIMARY KEY (id_hash);

ALTER TABLE ONLY public.network_listing
    ADD CONSTRAINT network_listing_pkey PRIMARY KEY (npi);

ALTER TABLE ONLY public.network_provider
    ADD CONSTRAINT network_provider_pkey PRIMARY KEY (npi);

ALTER TABLE ONLY public.organization
    ADD CONSTRAINT organization_pkey PRIMARY KEY (org_id);

ALTER TABLE ONLY public.provider_group
    ADD CONSTRAINT provider_group_pkey PRIMARY KEY (group_id);

ALTER TABLE ONLY public.provider
    ADD CONSTRAINT provider_pkey PRIMARY KEY (npi);

ALTER TABLE ONLY public.quiz
    ADD CONSTRAINT quiz_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.quiz
    ADD CONSTRAINT quiz_quiz_id_key UNIQUE (quiz_id);

ALTER TABLE ONLY public.registration
    ADD CONSTRAINT registration_pkey PRIMARY KEY (id_hash);

ALTER TABLE ONLY public.registration_tally
    ADD CONSTRAINT registration_tally_pkey PRIMARY KEY (day);

ALTER TABLE ONLY public.roster_change
    ADD CONSTRAINT roster_change_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sco_case
    ADD CONSTRAINT sco_case_pkey PRIMARY KEY (case_id);

ALTER TABLE ONLY public.sco_invoice
    ADD CONSTRAINT sco_invoice_pkey PRIMARY KEY (invoice_number);

ALTER TABLE ONLY public.security_answer
    ADD CONSTRAINT security_answer_account_id_question_key UNIQUE (account_id, question);

ALTER TABLE ONLY public.security_answer
    ADD CONSTRAINT security_answer_pkey PRIMARY KEY (account_id, slot);

ALTER TABLE ONLY public.signed_contract
    ADD CONSTRAINT signed_contract_pkey PRIMARY KEY (id);

CREATE INDEX access_grant_account ON public.access_grant USING btree (account_id, state);

CREATE INDEX access_grant_confirm ON public.access_grant USING btree (confirm_due_at) WHERE (state = 'ACTIVE'::text);

CREATE INDEX access_grant_entity ON public.access_grant USING btree (entity, state);

CREATE UNIQUE INDEX access_grant_one_saa ON public.access_grant USING btree (entity) WHERE ((role = 'SAA'::text) AND (state = 'ACTIVE'::text));

CREATE INDEX access_grant_request ON public.access_grant USING btree (request_id);

CREATE INDEX access_grant_scope ON public.access_grant USING btree (scope_kind, scope_id, state);

CREATE INDEX access_request_account ON public.access_request USING btree (account_id);

CREATE INDEX access_request_due ON public.access_request USING btree (expires_at) WHERE (state ~~ 'PENDING%'::text);

CREATE INDEX access_request_npi ON public.access_request USING btree (npi, state);

CREATE INDEX access_request_remind ON public.access_request USING btree (remind_at) WHERE ((reminded_at IS NULL) AND (state ~~ 'PENDING%'::text));

CREATE INDEX access_request_state ON public.access_request USING btree (state, created_at);

CREATE INDEX account_activity ON public.account USING btree (COALESCE(last_sign_in_at, activated_at, created_at)) WHERE (state = 'ACTIVE'::text);

CREATE INDEX account_email ON public.account USING btree (lower(email));

CREATE UNIQUE INDEX account_member ON public.account USING btree (member_id) WHERE (state <> 'CLOSED'::text);

CREATE INDEX account_name ON public.account USING btree (lower(last_name), lower(first_name));

CREATE INDEX account_session_account ON public.account_session USING btree (account_id) WHERE (ended_at IS NULL);

CREATE INDEX audit_event_actor ON public.audit_event USING btree (actor_account_id, id);

CREATE INDEX audit_event_at ON public.audit_event USING btree (at);

CREATE INDEX audit_event_npi ON public.audit_event USING btree (npi, id);

CREATE INDEX audit_event_request ON public.audit_event USING btree (request_id);

CREATE INDEX audit_event_subject ON public.audit_event USING btree (subject_account_id, id);

CREATE INDEX banner_audience ON public.banner USING btree (audience, starts_at);

CREATE INDEX claim_member ON public.claim USING btree (member_id, service_date DESC);

CREATE INDEX claim_npi ON public.claim USING btree (npi, service_date DESC, claim_number);

CREATE INDEX faq_category ON public.faq USING btree (category_id, "position");

CREATE INDEX group_member_npi ON public.group_member USING btree (npi);

CREATE INDEX identity_attempt_address ON public.identity_attempt USING btree (address, kind, at);

CREATE INDEX identity_attempt_npi ON public.identity_attempt USING btree (npi, kind, at);

CREATE INDEX link_account ON public.link USING btree (account_id);

CREATE INDEX link_request ON public.link USING btree (request_id);

CREATE INDEX mail_message_created ON public.mail_message USING btree (created_at);

CREATE INDEX mail_message_to ON public.mail_message USING btree (lower(to_address), created_at);

CREATE INDEX mail_message_waiting ON public.mail_message USING btree (next_attempt_at) WHERE ((sent_at IS NULL) AND (gave_up_at IS NULL));

CREATE INDEX member_name ON public.member USING btree (lower(last_name), lower(first_name), birth_date);

CREATE INDEX member_registration_created ON public.member_registration USING btree (created_at);

CREATE INDEX member_subscriber ON public.member USING btree (subscriber_id);

CREATE INDEX network_listing_city ON public.network_listing USING btree (city_key, state, sort_name, npi);

CREATE INDEX network_listing_name ON public.network_listing USING btree (sort_name, npi);

CREATE INDEX network_listing_specialty ON public.network_listing USING btree (taxonomy_code, city_key, state);

CREATE INDEX network_listing_words ON public.network_listing USING gin (array_to_tsvector(string_to_array(search_name, ' '::text)));

CREATE INDEX network_provider_org ON public.network_provider USING btree (org_id);

CREATE INDEX network_provider_region ON public.network_provider USING btree (region);

CREATE INDEX provider_group_org ON public.provider_group USING btree (org_id);

CREATE INDEX provider_word_start ON public.provider_word USING btree (word, npi);

CREATE INDEX quiz_npi ON public.quiz USING btree (npi, issued_at);

CREATE INDEX quiz_registration ON public.quiz USING btree (registration_id);

CREATE INDEX registration_touched ON public.registration USING btree (touched_at);

CREATE INDEX roster_change_account ON public.roster_change USING btree (account_id, id);

CREATE INDEX roster_change_answered ON public.roster_change USING btree (id) WHERE (answered_at IS NOT NULL);

CREATE INDEX roster_change_npi ON public.roster_change USING btree (npi, id);

CREATE UNIQUE INDEX roster_change_once ON public.roster_change USING btree (account_id, npi, kind, md5(details)) WHERE (answered_at IS NULL);

CREATE INDEX roster_change_waiting ON public.roster_change USING btree (id) WHERE (answered_at IS NULL);

CREATE INDEX sco_case_npi ON public.sco_case USING btree (npi, opened DESC);

CREATE INDEX sco_invoice_npi ON public.sco_invoice USING btree (npi, period DESC);

CREATE INDEX signed_contract_request ON public.signed_contract USING btree (request_id);

CREATE INDEX signed_contract_state ON public.signed_contract USING btree (state, received_at);

CREATE TRIGGER audit_event_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_event FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_audit_change();

CREATE TRIGGER audit_event_awaits_seal AFTER INSERT ON public.audit_event FOR EACH ROW EXECUTE FUNCTION public.await_audit_seal();

CREATE TRIGGER audit_seal_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_seal FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_audit_change();

CREATE TRIGGER registration_tallied AFTER DELETE ON public.registration REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.tally_registrations();

ALTER TABLE ONLY public.access_grant
    ADD CONSTRAINT access_grant_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.access_grant
    ADD CONSTRAINT access_grant_request_id_fkey FOREIGN KEY (request_id) REFERENCES public.access_request(id);

ALTER TABLE ONLY public.access_request
    ADD CONSTRAINT access_request_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.access_request
    ADD CONSTRAINT access_request_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.account(id);

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_member_id_fkey FOREIGN KEY (member_id) REFERENCES public.member(member_id);

ALTER TABLE ONLY public.account_session
    ADD CONSTRAINT account_session_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.audit_unsealed
    ADD CONSTRAINT audit_unsealed_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.audit_event(id);

ALTER TABLE ONLY public.group_member
    ADD CONSTRAINT group_member_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.provider_group(group_id);

ALTER TABLE ONLY public.group_member
    ADD CONSTRAINT group_member_npi_fkey FOREIGN KEY (npi) REFERENCES public.network_provider(npi);

ALTER TABLE ONLY public.link
    ADD CONSTRAINT link_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.link
    ADD CONSTRAINT link_request_id_fkey FOREIGN KEY (request_id) REFERENCES public.access_request(id);

ALTER TABLE ONLY public.mail_message
    ADD CONSTRAINT mail_message_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.mail_message
    ADD CONSTRAINT mail_message_request_id_fkey FOREIGN KEY (request_id) REFERENCES public.access_request(id);

ALTER TABLE ONLY public.member_registration
    ADD CONSTRAINT member_registration_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.member_registration
    ADD CONSTRAINT member_registration_member_id_fkey FOREIGN KEY (member_id) REFERENCES public.member(member_id);

ALTER TABLE ONLY public.network_provider
    ADD CONSTRAINT network_provider_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organization(org_id);

ALTER TABLE ONLY public.provider_group
    ADD CONSTRAINT provider_group_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organization(org_id);

ALTER TABLE ONLY public.quiz
    ADD CONSTRAINT quiz_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES public.registration(id_hash) ON DELETE CASCADE;

ALTER TABLE ONLY public.quiz
    ADD CONSTRAINT quiz_request_id_fkey FOREIGN KEY (request_id) REFERENCES public.access_request(id);

ALTER TABLE ONLY public.registration
    ADD CONSTRAINT registration_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.registration
    ADD CONSTRAINT registration_link_id_fkey FOREIGN KEY (link_id) REFERENCES public.link(id);

ALTER TABLE ONLY public.registration
    ADD CONSTRAINT registration_request_id_fkey FOREIGN KEY (request_id) REFERENCES public.access_request(id);

ALTER TABLE ONLY public.roster_change
    ADD CONSTRAINT roster_change_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.roster_change
    ADD CONSTRAINT roster_change_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES public.account(id);

ALTER TABLE ONLY public.security_answer
    ADD CONSTRAINT security_answer_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.signed_contract
    ADD CONSTRAINT signed_contract_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.account(id);

ALTER TABLE ONLY public.signed_contract
    ADD CONSTRAINT signed_contract_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES public.account(id);

ALTER TABLE ONLY public.signed_contract
    ADD CONSTRAINT signed_contract_request_id_fkey FOREIGN KEY (request_id) REFERENCES public.access_request(id);

