/**
 * Reporters of ours and reporting agents, and how to enable each, besides the common variables. `id` is the path segment of its guide
 * (NAV-04). `install` may contain `{{address}}`, that of the server.
 */
export type ReportingAgent = { id: string; name: string; install: string; switchOn: string }

export const REPORTING_AGENTS: readonly ReportingAgent[] = [
  {
    id: 'playwright',
    name: 'Playwright',
    install: 'npm i -D {{address}}/assay-reporter-playwright.tgz',
    switchOn: "reporter: [['list'], ['assay-reporter-playwright']] in playwright.config",
  },
  {
    id: 'vitest',
    name: 'Vitest',
    install: 'npm i -D {{address}}/assay-reporter-vitest.tgz',
    switchOn: "reporters: ['default', 'assay-reporter-vitest'] in vitest.config",
  },
  {
    id: 'jest',
    name: 'Jest',
    install: 'npm i -D {{address}}/assay-reporter-jest.tgz',
    switchOn: "reporters: ['default', 'assay-reporter-jest'] in jest.config",
  },
  {
    id: 'mocha',
    name: 'Mocha',
    install: 'npm i -D {{address}}/assay-reporter-mocha.tgz',
    switchOn: 'npx mocha --reporter assay-reporter-mocha',
  },
  {
    id: 'pytest',
    name: 'pytest',
    install: 'pip install {{address}}/assay_pytest-0.1.0-py3-none-any.whl',
    switchOn: 'active once installed',
  },
  {
    id: 'cypress',
    name: 'Cypress',
    install: 'npm i -D @zebrunner/javascript-agent-cypress',
    switchOn: "reporter: '@zebrunner/javascript-agent-cypress' in cypress.config, with its plugin and commands",
  },
  {
    id: 'wdio',
    name: 'WebdriverIO',
    install: 'npm i -D @zebrunner/javascript-agent-webdriverio',
    switchOn: 'its reporter and service classes in wdio.conf',
  },
  {
    id: 'nightwatch',
    name: 'Nightwatch',
    install: 'npm i -D @zebrunner/javascript-agent-nightwatch',
    switchOn: 'its reporter in the global before and after of nightwatch.conf',
  },
  {
    id: 'junit4',
    name: 'JUnit 4',
    install: 'com.zebrunner:agent-junit',
    switchOn: 'a test dependency, and its jar the -javaagent of the tests',
  },
  {
    id: 'junit5',
    name: 'JUnit 5',
    install: 'com.zebrunner:agent-junit5',
    switchOn: 'a test dependency; its listener is detected automatically',
  },
  {
    id: 'testng',
    name: 'TestNG',
    install: 'com.zebrunner:agent-testng',
    switchOn: 'a test dependency; its listener is detected automatically',
  },
  {
    id: 'carina',
    name: 'Carina',
    install: 'com.zebrunner:agent-testng',
    switchOn: 'a test dependency: Carina runs on TestNG, which detects its listener automatically',
  },
  {
    id: 'robot',
    name: 'Robot',
    install: 'pip install robotframework-zebrunner',
    switchOn: 'robot --listener robotframework_zebrunner.ZebrunnerListener',
  },
  {
    id: 'nunit',
    name: 'NUnit',
    install: 'build ZebrunnerAgent.dll of github.com/zebrunner/csharp-agent-nunit and reference it',
    switchOn: '[assembly: ZebrunnerAssembly], and [ZebrunnerAssemblyTest] on the fixtures',
  },
]

/** Three lines of settings that all agents understand. `token` is null while there is none. */
export const setupLines = (origin: string, projectKey: string, token: string | null): string =>
  [
    `export REPORTING_ENABLED=true REPORTING_PROJECT_KEY=${projectKey}`,
    `export REPORTING_SERVER_HOSTNAME=${origin}`,
    `export REPORTING_SERVER_ACCESS_TOKEN=${token ?? '<access token>'}`,
  ].join('\n')

/** 'DEF reporting 20 Nov 2026': at most 40 characters, whatever the key. */
export const tokenName = (projectKey: string, now: Date): string =>
  `${projectKey} reporting ${now.getDate()} ${now.toLocaleString('en', { month: 'short' })} ${now.getFullYear()}`
