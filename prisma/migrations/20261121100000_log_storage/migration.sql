-- The log grows at its end and is deleted at its begin all the time: room is made early, in small rounds.
ALTER TABLE "Change" SET (
    autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_vacuum_threshold = 5000,
    autovacuum_analyze_scale_factor = 0.05
);
