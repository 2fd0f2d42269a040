const pino = require('pino')

// The agent takes what its transport hands on, and sends it once the run is over.
module.exports = pino(
  pino.transport({
    targets: [{ target: '@zebrunner/javascript-agent-mocha/pino-transport', options: { interval: 50 } }],
  }),
)
