// The project finds or installs its own browser (scripts/find-browser.mjs); the package must not download one.
module.exports = { skipDownload: true }
