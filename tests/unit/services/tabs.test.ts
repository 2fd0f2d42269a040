import { expect, test } from 'vitest'
import type { OpenSession } from '../../../contract/session/session.ts'
import { createTabs, sessionChannel, type Channel, type Locks } from '../../../services/session/tabs.ts'

const emitted = { authToken: 'of the other tab' } as OpenSession

test('[SESSION-13] receives a session that another tab sent before this one subscribed', async () => {
  const [own, other] = [sessionChannel(), sessionChannel()]
  try {
    const tabs = createTabs(own, undefined)
    const arrived = new Promise((resolve) => own.addEventListener('message', resolve, { once: true }))
    createTabs(other, undefined).broadcast(emitted)
    await arrived
    const heard: unknown[] = []
    tabs.onSession((session) => heard.push(session))
    expect(heard).toEqual([emitted])
  } finally {
    own.close()
    other.close()
  }
})

/** Locks as browsers grant them, for one name: one holder after the other. Counts the checks for waiting tabs. */
const oneLock = (): Locks & { looks: () => number } => {
  let looks = 0
  const waiting: { name: string; begin: () => void }[] = []
  let isHeld = false
  const next = () => waiting.shift()?.begin()
  return {
    looks: () => looks,
    query: () => {
      looks += 1
      return Promise.resolve({ pending: waiting.map(({ name }) => ({ name })) })
    },
    request: (name, { signal }, hold) =>
      new Promise((resolve, reject) => {
        const begin = () => {
          isHeld = true
          signal.removeEventListener('abort', leave)
          hold()
            .then(resolve, reject)
            .finally(() => {
              isHeld = false
              next()
            })
        }
        const entry = { name, begin }
        const leave = () => {
          waiting.splice(waiting.indexOf(entry), 1)
          reject(signal.reason as Error)
        }
        signal.addEventListener('abort', leave)
        waiting.push(entry)
        if (!isHeld) next()
      }),
  }
}

test('[SESSION-13] a tab uses the renewal that another has just made', async () => {
  const [one, other] = [sessionChannel(), sessionChannel()]
  try {
    const locks = oneLock()
    const first = createTabs(one, locks)
    const second = createTabs(other, locks)
    // The answer has arrived, the first tab's message to the second is still on its way.
    expect(await first.renewAlone(() => Promise.resolve(emitted))).toBe(emitted)
    expect(await second.renewAlone(() => Promise.reject(new Error('renewed twice')))).toEqual(emitted)
  } finally {
    one.close()
    other.close()
  }
})

test('[SESSION-13] a tab that receives a renewal late does not renew once more', async () => {
  const [one, other] = [sessionChannel(), sessionChannel()]
  try {
    const locks = oneLock()
    let letIn = () => {}
    /** The first tab's message arrives once it is delivered: the second tab is busy. */
    const late = new Promise<void>((resolve) => (letIn = resolve))
    const busy: Channel = {
      postMessage: (message) => other.postMessage(message),
      addEventListener: (type, listen) =>
        other.addEventListener(type, (event) => void late.then(() => listen(event as Parameters<typeof listen>[0]))),
    }
    const first = createTabs(one, locks)
    const second = createTabs(busy, locks)
    const renewed = first.renewAlone(() => Promise.resolve(emitted))
    let renewals = 0
    const waits = second.renewAlone(() => {
      renewals += 1
      return Promise.resolve({ authToken: 'of its own' } as OpenSession)
    })
    expect(await renewed).toBe(emitted)
    await expect.poll(locks.looks).toBeGreaterThan(0)
    letIn()
    expect(await waits).toEqual(emitted)
    expect(renewals).toBe(0)
  } finally {
    one.close()
    other.close()
  }
})

test('a failed renewal rejects its call, and the next call renews by itself', async () => {
  const channel = sessionChannel()
  try {
    const tabs = createTabs(channel, oneLock())
    await expect(tabs.renewAlone(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    expect(await tabs.renewAlone(() => Promise.resolve(emitted))).toBe(emitted)
  } finally {
    channel.close()
  }
})
