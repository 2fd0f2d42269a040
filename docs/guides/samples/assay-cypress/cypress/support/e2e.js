require('@zebrunner/javascript-agent-cypress/lib/commands/commands')

before(() => {
  cy.registerBrowser(Cypress.browser)
})
