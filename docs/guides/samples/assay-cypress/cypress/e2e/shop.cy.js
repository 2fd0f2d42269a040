describe('Shop', () => {
  beforeEach(() => {
    cy.document().then((document) => {
      document.body.innerHTML = '<h1>Larkspur</h1><p id="total">54.97</p>'
    })
  })

  it('shows its name', () => {
    cy.get('h1').should('have.text', 'Larkspur')
  })

  it('shows the total', () => {
    cy.get('#total').should('have.text', '54.97')
  })
})
