/**
 * Names of tests. Class and method identify a test across launches, so that a test has one history whether its report is imported or one of
 * our reporters sends it.
 */
export interface TestNames {
  name: string
  className: string | null
  methodName: string
}

const CHAIN = ' > '
/** Returns the titles as agents join them; a project may have no name. */
const chain = (project: string, ...titles: string[]): string =>
  (project === '' ? titles : [project, ...titles]).join(CHAIN)

/** `path`: titles of the suites that contain the test; the outermost is the file. */
export const playwrightNames = ({
  projectName,
  path: [file = '', ...describes],
  title,
}: {
  projectName: string
  path: readonly string[]
  title: string
}): TestNames => {
  // Agents send the two innermost suites, of which the project is the outermost.
  const className = describes.length === 0 ? chain(projectName, file) : [file, ...describes].join(CHAIN)
  return { name: [...describes, title].join(' › '), className, methodName: chain(projectName, className, title) }
}

/** Names of an error outside of the tests, as of a file that does not load. */
export const errorNames = (file: string | undefined): Omit<TestNames, 'methodName'> => ({
  name: file === undefined ? 'Error outside of the tests' : `Error of ${file}`,
  className: file ?? null,
})

/** Of Jest and Vitest. `ancestors`: titles of the `describe` blocks. */
export const jestNames = ({
  ancestors,
  title,
  fileName,
}: {
  ancestors: readonly string[]
  title: string
  fileName: string | null
}): TestNames => ({ name: title, className: ancestors.filter(Boolean).join(' ') || fileName, methodName: title })

/** `fullTitle`: that of the suites with that of the test. */
export const mochaNames = (fullTitle: string, title: string): TestNames => ({
  name: title,
  className: fullTitle.endsWith(title) ? fullTitle.slice(0, -title.length).trim() : null,
  methodName: title,
})

/** Of TAP and node:test. `above`: names of the subtests around it; null for one without a name. */
export const tapNames = (above: readonly (string | null)[], name: string): TestNames => ({
  name,
  className: above.filter(Boolean).join(' › ') || null,
  methodName: name,
})
