import { expect, test } from 'vitest'
import { RELAUNCH_TEXTS } from '../../../contract/launches/relaunch.ts'
import { finishedText, mailedText, partlyDoneTitle, relaunchedText } from '../../../views/launches/action-text.ts'

const ofCi = { number: 7, firstLaunchId: null }
const ofLauncher = { number: 8, firstLaunchId: 3 }
const all = (total: number) => ({ total, isOnItsPage: false })

test('[RELAUNCH-13] a relaunch says whether the CI service runs it, or it waits in the queue of launchers', () => {
  expect([relaunchedText('ci'), relaunchedText('launcher')]).toEqual([
    'Relaunch triggered in CI service',
    'Launch is queued',
  ])
  expect(finishedText('relaunch', [ofCi], all(1))).toBe('Relaunch triggered in CI service')
  expect(finishedText('relaunch', [ofLauncher], all(1))).toBe('Launch is queued')
})

test('[RELAUNCH-19] a relaunch of several says how many succeeded, how many did not, and how many were not tried', () => {
  expect(finishedText('relaunch', [ofCi, ofLauncher], all(2))).toBe('2 launches relaunched')
  expect(finishedText('relaunch', [ofCi], all(3))).toBe('1 of 3 launches relaunched, 2 left as they are')
  expect(partlyDoneTitle('relaunch', { done: 2, total: 3 })).toBe('2 of 3 launches relaunched')
})

test('[RELAUNCH-14] a build that was started is reported in the words of the specification', () =>
  expect(RELAUNCH_TEXTS.built).toBe('Launch triggered in CI service'))

test('[RELAUNCH-10] the warning about a deleted launcher names the configuration that is used instead', () =>
  expect(RELAUNCH_TEXTS.configurationGone).toBe(
    'The launcher of this launch no longer exists in the project. The launch runs again with the configuration that it was started with.',
  ))

test('[ACTIONS-11] [ACTIONS-12] [ACTIONS-15] an abort names the launch unless it is on its own page; a deletion never does', () => {
  const one = (isOnItsPage: boolean) => ({ total: 1, isOnItsPage })
  expect(finishedText('abort', [ofCi], one(false))).toBe('Launch #7 is aborted')
  expect(finishedText('abort', [ofCi], one(true))).toBe('Launch is aborted')
  expect(finishedText('delete', [ofCi], one(false))).toBe('Launch has been deleted')
  expect(finishedText('abort', [ofCi, ofLauncher], all(2))).toBe('2 launches aborted')
  expect(partlyDoneTitle('delete', { done: 1, total: 2 })).toBe('1 of 2 launches deleted')
})

test('[SHARE-10] sent reports are reported as sent, or as files where there is no mail server', () => {
  expect(mailedText({ kept: false })).toBe('Launch reports were successfully sent')
  expect(mailedText({ kept: true })).toMatch(/^No mail server is set up/)
})
