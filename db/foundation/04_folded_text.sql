-- Texts as the search compares them. Columns and indexes are computed by these functions: a change
-- to one needs a migration that computes them anew.

-- Names of entries: lower case, without accents, ae/oe/ue like the umlauts they may stand for. The
-- same rules as for members (platform/contract/fold.ts), in SQL so that no way of naming can forget
-- them.
CREATE OR REPLACE FUNCTION folded_name(name text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN regexp_replace(
    regexp_replace(
      replace(lower(normalize(name COLLATE german, NFKD)), 'ß', 'ss') COLLATE "C",
      '[\u0300-\u036f''’‘`´]', '', 'g'),
    '([aou])e+', '\1', 'g');

-- Text as searchWords (platform/contract/fold.ts) folds it: as names are, with signs as spaces.
CREATE OR REPLACE FUNCTION folded_text(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN btrim(regexp_replace(folded_name(value), '[^[:alnum:]@.+\u0080-\uffff]+', ' ', 'g'));

-- Numbers and streets of members, looked through beside search_text. An index alone: no row has to
-- be written anew.
CREATE OR REPLACE FUNCTION member_whereabouts(
    phone text, mobile text, postal_code text, street text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g')
    || ' ' || regexp_replace(coalesce(mobile, ''), '[^0-9]', '', 'g')
    || ' ' || coalesce(postal_code, '') || ' ' || folded_text(coalesce(street, ''));
