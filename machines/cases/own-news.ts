import type { RepositoryChange } from '../../contract/cases/changes.ts'

/** How long after the answer the live channel may deliver the same change, in ms. */
const EXPECTED_MS = 10_000

/** A change requested by this page. */
export interface OwnChange {
  /** Ends an expected change that failed or whose outcome is unknown. Returns whether its news was already ignored. */
  cancel(): boolean
}

/** Filters the live channel's news of changes that the page already shows from the server's answers. */
export interface OwnNews {
  expect(caseId: number): OwnChange
  /** Returns whether the news is only about an expected change; each change is recognised once. */
  isOwn(news: RepositoryChange & { by: number | null }): boolean
  /** After a gap in the live channel everything reloads anyway. */
  forget(): void
}

export const createOwnNews = (userId: number, now: () => number = Date.now): OwnNews => {
  let expected: { caseId: number; until: number }[] = []
  return {
    expect: (caseId) => {
      const one = { caseId, until: now() + EXPECTED_MS }
      expected = [...expected, one]
      return {
        cancel: () => {
          const isIgnored = !expected.includes(one) && now() <= one.until
          expected = expected.filter((other) => other !== one)
          return isIgnored
        },
      }
    },
    isOwn: ({ by, suites, sharedSteps, caseIds }) => {
      expected = expected.filter(({ until }) => until >= now())
      if (by !== userId || suites || sharedSteps || caseIds?.length !== 1) return false
      const own = expected.find(({ caseId }) => caseId === caseIds[0])
      expected = expected.filter((one) => one !== own)
      return own !== undefined
    },
    forget: () => {
      expected = []
    },
  }
}
