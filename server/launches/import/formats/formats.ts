import { ALLURE } from './allure.ts'
import { BEHAVE } from './behave.ts'
import { CTRF } from './ctrf.ts'
import { CUCUMBER_MESSAGES } from './cucumber-messages.ts'
import { CUCUMBER } from './cucumber.ts'
import type { Format } from './format.ts'
import { GO } from './go.ts'
import { GOOGLETEST } from './googletest.ts'
import { JEST } from './jest.ts'
import { JUNIT } from './junit.ts'
import { MOCHA, MOCHAWESOME } from './mocha.ts'
import { NUNIT } from './nunit.ts'
import { OPEN_TEST_REPORTING } from './open-test-reporting.ts'
import { PLAYWRIGHT_BLOB } from './playwright-blob.ts'
import { PLAYWRIGHT } from './playwright.ts'
import { ROBOT } from './robot.ts'
import { RSPEC } from './rspec.ts'
import { TAP } from './tap.ts'
import { TESTNG } from './testng.ts'
import { TRX } from './trx.ts'
import { XUNIT } from './xunit.ts'

/** How a report is recognized: by the root of its XML, by the fields of its JSON, by how its text begins, or by its name in an archive. */
interface Recognized {
  roots?: readonly string[]
  /** Paths of the JSON, of which the first that is complete decides; `[]` stands for any index. */
  fields?: readonly (readonly string[])[]
  begin?: RegExp
  fileName?: RegExp
}

/** The table of all formats. A new one is a file with its reader, and a row here. */
export const FORMATS: readonly (Format & Recognized)[] = [
  { ...JUNIT, roots: ['testsuites', 'testsuite'] },
  { ...OPEN_TEST_REPORTING, roots: ['events'] },
  { ...TESTNG, roots: ['testng-results'] },
  { ...NUNIT, roots: ['test-run', 'test-results'] },
  { ...XUNIT, roots: ['assemblies', 'assembly'] },
  { ...TRX, roots: ['TestRun'] },
  // Before that of Cucumber, whose features have no location.
  { ...BEHAVE, fields: [['[].elements[].location'], ['[].elements', '[].location']] },
  {
    ...CUCUMBER,
    fields: [
      ['[].elements', '[].uri'],
      ['[].elements', '[].elements[].steps'],
      ['[].uri', '[].keyword'],
    ],
  },
  {
    ...CUCUMBER_MESSAGES,
    fields: [
      ['meta.protocolVersion'],
      ['meta', 'meta.implementation'],
      ['gherkinDocument'],
      ['source.data', 'source.uri'],
    ],
  },
  {
    ...PLAYWRIGHT,
    fields: [['suites', 'config'], ['suites[].specs'], ['suites[].suites'], ['suites', 'stats'], ['suites', 'errors']],
  },
  { ...PLAYWRIGHT_BLOB, fileName: /(?:^|\/)report\.jsonl$/ },
  {
    ...ALLURE,
    fields: [
      ['uuid', 'status'],
      ['uuid', 'historyId'],
      ['uuid', 'fullName'],
      ['uuid', 'labels'],
      ['uuid', 'stage'],
      ['uuid', 'children'],
    ],
    fileName: /-(?:result|container|globals)\.json$|(?:^|\/)executor\.json$/,
  },
  { ...CTRF, fields: [['results.tests']] },
  {
    ...JEST,
    fields: [['testResults', 'numTotalTests'], ['testResults[].assertionResults']],
  },
  {
    ...MOCHA,
    fields: [
      ['stats', 'tests', 'passes'],
      ['stats', 'failures', 'pending'],
    ],
  },
  { ...MOCHAWESOME, fields: [['stats', 'results[].suites'], ['meta.mochawesome']] },
  {
    ...GO,
    fields: [
      ['Action', 'Package'],
      ['Action', 'ImportPath'],
    ],
    begin: /^(?:FAIL\t\S{1,500} \[(?:build|setup) failed\]\r?\n){1,100}\{"/,
  },
  { ...TAP, begin: /^(?:TAP version \d|1\.\.\d+\s|(?:not )?ok \d)/ },
  {
    ...RSPEC,
    fields: [
      ['examples', 'summary_line'],
      ['examples', 'summary.example_count'],
    ],
  },
  { ...GOOGLETEST, fields: [['testsuites[].testsuite']] },
  { ...ROBOT, roots: ['robot'] },
]

/** A file that holds no results. */
export interface Foreign {
  roots?: readonly string[]
  fields?: readonly (readonly string[])[]
  fileName?: RegExp
  /** What the file seems to be; null for one that belongs to a folder of results and needs no line. */
  what: string | null
}

/** Files that are recognized although they are not read, with the way to results that are. The first row that matches counts. */
export const FOREIGN: readonly Foreign[] = [
  // Attachments of Allure belong to their tests, and Playwright notes for itself what failed last.
  { fileName: /-attachment\.\w{1,10}$|(?:^|\/)\.last-run\.json$/, what: null },
  { fields: [['[].matchedStatuses'], ['[].messageRegex'], ['[].traceRegex']], what: null },
  {
    fileName:
      /(?:^|\/)(?:categories|environment|history|history-trend|retry-trend|duration-trend|categories-trend)\.(?:json|xml)$/i,
    what: null,
  },
  { roots: ['testExecutions', 'unitTest'], what: 'SonarQube’s test execution XML. Send JUnit XML instead' },
  { roots: ['suite'], what: 'a TestNG suite, which says what to run. Send testng-results.xml' },
  { roots: ['report'], what: 'a coverage report of JaCoCo' },
  { roots: ['coverage'], what: 'a coverage report' },
  { roots: ['checkstyle', 'pmd', 'BugCollection'], what: 'a report of a code analysis' },
  { roots: ['project'], what: 'a project file' },
  { roots: ['Catch', 'Catch2TestRun'], what: 'Catch2’s own XML. Write JUnit XML: --reporter junit' },
  { roots: ['doctest'], what: 'doctest’s own XML. Write JUnit XML: --reporters=junit' },
  { roots: ['TestLog', 'TestResult'], what: 'Boost.Test’s own XML. Write JUnit XML: --log_format=JUNIT' },
  { roots: ['TestCase'], what: 'Qt Test’s own XML. Write JUnit XML: -o results.xml,junitxml' },
  { roots: ['Site'], what: 'CTest’s own XML. Write JUnit XML: ctest --output-junit results.xml' },
  { roots: ['html'], what: 'a page for people. Send the XML or JSON report' },
  {
    fields: [['run.stats', 'collection'], ['run.executions']],
    what: 'the JSON of Newman. Write JUnit XML: newman run … --reporters junit',
  },
  { fields: [['[].filePath', '[].messages']], what: 'the JSON of ESLint' },
  {
    fields: [
      ['exitcode', 'tests', 'created'],
      ['exitcode', 'summary', 'created'],
    ],
    what: 'the JSON of pytest-json-report. Write JUnit XML: pytest --junitxml=report.xml',
  },
  {
    fields: [
      ['totalTests', 'runs'],
      ['runs', 'totalFailed'],
    ],
    what: 'the JSON of Cypress. Write JUnit XML: cypress run --reporter junit',
  },
  { fields: [['metrics', 'root_group']], what: 'the summary of k6. Write JUnit XML in handleSummary' },
  { fields: [['info', 'item']], what: 'a Postman collection, which says what to run' },
  {
    fields: [
      ['name', 'version', 'dependencies'],
      ['name', 'version', 'scripts'],
      ['name', 'version', 'devDependencies'],
      ['lockfileVersion'],
    ],
    what: 'a package file',
  },
  {
    fields: [['protocolVersion', 'runnerVersion']],
    what: 'the JSON of dart test. Write JUnit XML: dart test --reporter json | tojunit',
  },
  { fields: [['runs', '$schema'], ['runs[].tool']], what: 'a SARIF report of a code analysis' },
  {
    fields: [['type', 'event']],
    what: 'the JSON of cargo test. Write JUnit XML: cargo nextest with a junit path in its profile',
  },
  { fields: [['fixtures', 'userAgents']], what: 'the JSON of TestCafe. Write JUnit XML: testcafe --reporter xunit' },
  {
    fields: [['generator', 'suite', 'statistics']],
    what: 'Robot Framework’s JSON. Write JUnit XML: robot --xunit xunit.xml',
  },
  { roots: ['phpunit'], what: 'a settings file of PHPUnit. Write JUnit XML: phpunit --log-junit report.xml' },
  { fields: [['compilerOptions']], what: 'a settings file' },
]
