const { ZebrunnerReporterAPI } = require('@zebrunner/javascript-agent-nightwatch')

const page = 'data:text/html,<title>Larkspur</title><h1>Larkspur</h1><p id="total">54.97</p>'

describe('Shop', () => {
  beforeEach((browser) => ZebrunnerReporterAPI.startTest(browser, 'Shop'))
  afterEach((browser) => ZebrunnerReporterAPI.finishTest(browser, 'Shop'))

  it('shows its name', (browser) => {
    browser.url(page).assert.titleEquals('Larkspur')
  })

  it('shows the total', (browser) => {
    browser.url(page).assert.textEquals('#total', '54.97')
  })
})
