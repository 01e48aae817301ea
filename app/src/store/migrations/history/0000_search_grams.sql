-- The parts of one, two and three letters of a text, by which an index finds any words in it, however short.
CREATE FUNCTION search_grams(value text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array(SELECT substr(value, start, size) FROM generate_series(1, length(value)) AS start, generate_series(1, 3) AS size)
$$;
