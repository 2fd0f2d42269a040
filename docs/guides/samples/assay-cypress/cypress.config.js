const { defineConfig } = require('cypress')
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
