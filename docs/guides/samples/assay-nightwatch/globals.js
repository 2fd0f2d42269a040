const { ZebrunnerReporter, ZebrunnerReporterAPI } = require('@zebrunner/javascript-agent-nightwatch')
const config = require('./nightwatch.conf.js')

let reporter

module.exports = {
  before: async () => {
    reporter = new ZebrunnerReporter(config)
    await reporter.startTestRun()
  },
  after: async () => {
    await reporter.finishTestRun()
  },
  beforeEach: (browser, done) => {
    ZebrunnerReporterAPI.startTestSession(browser)
    done()
  },
  afterEach: (browser, done) => {
    ZebrunnerReporterAPI.finishTestSession(browser)
    done()
  },
}
