-- A name that ran into a keyword, as in `vipAND lost`, is refused from now on. What was saved so means the same with a space between.
UPDATE standing_audience
SET expression = REPLACE(REPLACE(REPLACE(REPLACE(expression, 'AND', ' AND'), 'OR', ' OR'), 'NOT', ' NOT'), 'SPLIT', ' SPLIT')
WHERE expression REGEXP '[a-z0-9_-](AND|OR|NOT|SPLIT)'
  AND CHAR_LENGTH(REPLACE(REPLACE(REPLACE(REPLACE(expression, 'AND', ' AND'), 'OR', ' OR'), 'NOT', ' NOT'), 'SPLIT', ' SPLIT')) <= 4096;
