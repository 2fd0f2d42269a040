const assert = require('node:assert')

const page = 'data:text/html,<title>Larkspur</title><h1>Larkspur</h1><p id="total">54.97</p>'

describe('Shop', () => {
  it('shows its name', async () => {
    await browser.url(page)
    assert.equal(await browser.getTitle(), 'Larkspur')
  })

  it('shows the total', async () => {
    await browser.url(page)
    assert.equal(await $('#total').getText(), '54.97')
  })
})
