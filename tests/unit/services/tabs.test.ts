import { expect, test } from 'vitest'
import type { OpenSession } from '../../../contract/session.ts'
import { createTabs, sessionChannel } from '../../../services/tabs.ts'

const told = { authToken: 'of the other tab' } as OpenSession

test('[SESSION-13] a session that another tab told before this one listened is heard all the same', async () => {
  const [own, other] = [sessionChannel(), sessionChannel()]
  try {
    const tabs = createTabs(own, undefined)
    const arrived = new Promise((resolve) => own.addEventListener('message', resolve, { once: true }))
    createTabs(other, undefined).tell(told)
    await arrived
    const heard: unknown[] = []
    tabs.onTold((session) => heard.push(session))
    expect(heard).toEqual([told])
  } finally {
    own.close()
    other.close()
  }
})
