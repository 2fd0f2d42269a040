import { JAVA_AND_JS_BUILD, type Guide } from './guide.ts'
import { dotenv, reportingVariables } from './settings.ts'

const conf = `const { defineConfig } = require('cypress')
const registerAgent = require('@zebrunner/javascript-agent-cypress/lib/plugin')

module.exports = defineConfig({
  reporter: '@zebrunner/javascript-agent-cypress',
  reporterOptions: {},
  video: false,
  e2e: {
    baseUrl: null,
    supportFile: 'cypress/support/e2e.js',
    setupNodeEvents: (on, config) => registerAgent(on, config),
  },
})
`

const support = `require('@zebrunner/javascript-agent-cypress/lib/commands/commands')

before(() => {
  cy.registerBrowser(Cypress.browser)
})
`

const spec = `describe('Shop', () => {
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
`

/** Cypress uses local browsers: no platform to choose, and no hub that records a video. */
export const cypress: Guide = {
  id: 'cypress',
  name: 'Cypress',
  group: 'Javascript',
  agent: '@zebrunner/javascript-agent-cypress',
  defaults: { build: JAVA_AND_JS_BUILD, environment: 'LOCAL' },
  takesLaunchName: true,
  driver: 'browser',
  hasSystems: false,
  sample: {
    folder: 'assay-cypress',
    files: {
      'package.json': `${JSON.stringify(
        {
          name: 'assay-cypress',
          private: true,
          scripts: { test: 'node --env-file=.env node_modules/cypress/bin/cypress run' },
          dependencies: { '@zebrunner/javascript-agent-cypress': '1.2.1', cypress: '^12.9.0' },
        },
        null,
        2,
      )}\n`,
      'cypress.config.js': conf,
      'cypress/support/e2e.js': support,
      'cypress/e2e/shop.cy.js': spec,
    },
  },
  prepare: () => [
    {
      label: 'Install commands',
      code: 'unzip assay-cypress.zip\ncd assay-cypress\nnpm install',
      about: 'Needs Node 20.6 or later.',
    },
  ],
  configure: (params) => [
    {
      label: '.env',
      about: 'Save this as .env in the project.',
      code: dotenv(reportingVariables(params, 'RUN')),
      isSettings: true,
    },
  ],
  chooseDriver: () => [],
  run: ({ values }) => [
    {
      label: 'Run command',
      code: `npm test -- --browser ${values.browser === 'MicrosoftEdge' ? 'edge' : values.browser}`,
    },
  ],
}
