import type { Artifact } from '../../../contract/launches/launches.ts'
import type { TestDetails } from '../../../machines/launches/test-page.machine.ts'

/** Returns the attempt in a test's address; null for the last one. */
export const attemptOf = (search: string): number | null => Number(new URLSearchParams(search).get('attempt')) || null

/** Returns the links of a test and the files of one of its attempts; screenshots are in its log. */
export const artifactsOf = ({ artifacts, attempts }: TestDetails, attempt: number): Artifact[] => {
  const earlier = attempts.slice(0, -1).find((one) => one.attempt === attempt)
  const links = artifacts.filter(({ kind }) => kind === 'link')
  return earlier === undefined ? artifacts : [...links, ...earlier.artifacts]
}
