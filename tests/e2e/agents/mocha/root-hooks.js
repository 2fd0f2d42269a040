const { setTimeout: wait } = require('node:timers/promises')

// Between these two lines the agent looks for a test's own.
const isReported = process.env.REPORTING_ENABLED === 'true'
const logger = isReported ? require('./logger') : undefined
const agent = isReported ? require('@zebrunner/javascript-agent-mocha') : undefined

exports.mochaHooks = () => ({
  beforeEach: [
    function beginLog() {
      agent?.CurrentTest.initLogging(this.currentTest)
      logger?.info('EVENT_TEST_BEGIN')
    },
  ],
  afterEach: [() => logger?.info('EVENT_TEST_END')],
  // The transport works in a thread of its own, every so often: the run must not end before its last turn.
  afterAll: [() => (isReported ? wait(1000) : undefined)],
})
