const path = require('node:path')
const { CurrentTest, CurrentTestRun, ZebrunnerReporterAPI } = require('@zebrunner/javascript-agent-nightwatch')

describe('Shop', function () {
  before(() => {
    CurrentTestRun.uploadArtifactFromFile('launch-notes.txt', path.join(__dirname, '../launch-notes.txt'))
  })
  beforeEach((browser) => ZebrunnerReporterAPI.startTest(browser, 'Shop'))
  afterEach((browser) => ZebrunnerReporterAPI.finishTest(browser, 'Shop'))

  it('shows its name', function (browser) {
    CurrentTest.attachLabel(browser, 'feature', 'home', 'branding')
    browser.url(browser.launchUrl).assert.titleEquals('Larkspur')
  })

  it('takes the voucher off the total', function (browser) {
    browser.url(browser.launchUrl).assert.textEquals('#total', '£49.47')
  })

  it.skip('ships abroad', function (browser) {
    browser.url(browser.launchUrl)
  })
})
