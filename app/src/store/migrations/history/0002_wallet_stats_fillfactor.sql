-- Leaves room in every page for new versions of its rows, which change often: updates then touch no index.
ALTER TABLE "wallet_stats" SET (fillfactor = 50);
