import { expect, test } from 'vitest'
import { draftRecord, dropSaved, textOf } from '../../../views/shared/forms/draft-record.ts'
import { createDraftKeeper, draftsInTab, openDrafts, type FormDrafts } from '../../../views/shared/forms/form-drafts.ts'

const storage = (): Storage => {
  const held = new Map<string, string>()
  return {
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, value: string) => void held.set(name, value),
    removeItem: (name: string) => void held.delete(name),
  } as unknown as Storage
}

/** A disk that writes only when the test allows it. */
const slowDisk = () => {
  let onDisk: Record<string, unknown> | null = null
  let let_: () => void = () => undefined
  const open = new Promise<void>((resolve) => (let_ = resolve))
  const drafts: FormDrafts = {
    load: () => Promise.resolve(onDisk),
    keep: async (values) => {
      await open
      onDisk = { ...onDisk, ...values }
    },
    drop: async () => {
      await open
      onDisk = null
    },
  }
  return { drafts, open: () => let_(), written: () => onDisk }
}
const noSecrets = () => false
let pages = 0
/** The form on a new page, which knows nothing of the last page's pending writes. */
const nextPage = (disk: ReturnType<typeof slowDisk>, left: Storage) => {
  const name = `page ${(pages += 1)}`
  const tab = storage()
  const held = left.getItem('assay:draft:form')
  if (held !== null) tab.setItem(`assay:draft:${name}`, held)
  return createDraftKeeper(disk.drafts, draftsInTab(tab, name), noSecrets)
}

test('restores text that was typed but not written before the page closed', async () => {
  const tab = storage()
  const disk = slowDisk()
  const keeper = createDraftKeeper(disk.drafts, draftsInTab(tab, 'form'), noSecrets)
  keeper.changed({ name: 'Nadia' })
  keeper.flush()
  keeper.changed({ key: 'NAD' })
  keeper.pageHidden()
  expect(await nextPage(slowDisk(), tab).load()).toEqual({ name: 'Nadia', key: 'NAD' })
})

test('does not restore saved and discarded text, also with a slow disk', async () => {
  const tab = storage()
  const disk = slowDisk()
  const keeper = createDraftKeeper(disk.drafts, draftsInTab(tab, 'form'), noSecrets)
  keeper.changed({ name: 'Nadia' })
  keeper.flush()
  keeper.dropped()
  keeper.pageHidden()
  // Only the first of the two was still written.
  const rest = slowDisk()
  rest.open()
  await rest.drafts.keep({ name: 'Nadia' })
  const next = nextPage(rest, tab)
  expect(await next.load()).toBeNull()
  await next.settled()
  expect(rest.written()).toBeNull()
})

test('keeps text typed after a save when the page closes before the old draft is deleted', async () => {
  const tab = storage()
  const disk = slowDisk()
  const keeper = createDraftKeeper(disk.drafts, draftsInTab(tab, 'form'), noSecrets)
  keeper.changed({ name: 'Nadia', key: 'NAD' })
  keeper.dropped()
  keeper.changed({ name: 'Mara' })
  keeper.pageHidden()
  const rest = slowDisk()
  rest.open()
  await rest.drafts.keep({ name: 'Nadia', key: 'NAD' })
  expect(await nextPage(rest, tab).load()).toEqual({ name: 'Mara' })
})

test('a saved form that is reopened immediately, also after a reload, does not offer the saved text', async () => {
  const tab = storage()
  const disk = slowDisk()
  const keeperOf = (of: FormDrafts, name: string) => createDraftKeeper(of, draftsInTab(tab, name), noSecrets)
  const saved = keeperOf(disk.drafts, 'reopened')
  saved.changed({ name: 'Krol {m}' })
  saved.flush()
  saved.changed({ name: 'Krol' })
  saved.flush()
  saved.dropped()
  // The form is mounted again, and no listener of the old one remains when the page closes.
  const anew = keeperOf(disk.drafts, 'reopened')
  const found = anew.load()
  const [left] = [tab.getItem('assay:draft:reopened')]
  disk.open()
  expect(await found).toBeNull()
  await anew.settled()
  expect(disk.written()).toBeNull()
  expect(tab.getItem('assay:draft:reopened')).toBeNull()
  // The same, with the page closed before the disk had more than the first text.
  const later = storage()
  later.setItem('assay:draft:another', left ?? '')
  const rest = slowDisk()
  rest.open()
  await rest.drafts.keep({ name: 'Krol {m}' })
  const next = createDraftKeeper(rest.drafts, draftsInTab(later, 'another'), noSecrets)
  expect(await next.load()).toBeNull()
  await next.settled()
  expect(rest.written()).toBeNull()
})

test('keeps the previous page’s drafts in the tab until the disk has them, also when the page closes again', async () => {
  const tab = storage()
  const first = createDraftKeeper(slowDisk().drafts, draftsInTab(tab, 'twice'), noSecrets)
  first.changed({ name: 'Nadia' })
  first.pageHidden()
  const left = tab.getItem('assay:draft:twice') ?? ''
  // A second page of the same tab, with a disk that is slow as well.
  tab.setItem('assay:draft:twice again', left)
  const second = createDraftKeeper(slowDisk().drafts, draftsInTab(tab, 'twice again'), noSecrets)
  expect(await second.load()).toEqual({ name: 'Nadia' })
  expect(tab.getItem('assay:draft:twice again')).toBe(left)
})

test('text typed into a form that is opened again survives the deletion of the earlier draft', async () => {
  const tab = storage()
  const disk = slowDisk()
  const saved = createDraftKeeper(disk.drafts, draftsInTab(tab, 'typed on'), noSecrets)
  saved.changed({ name: 'Krol' })
  saved.dropped()
  const anew = createDraftKeeper(disk.drafts, draftsInTab(tab, 'typed on'), noSecrets)
  anew.changed({ name: 'Mara' })
  anew.flush()
  disk.open()
  await anew.settled()
  expect(disk.written()).toEqual({ name: 'Mara' })
  expect(tab.getItem('assay:draft:typed on')).toBeNull()
})

test('a secret is written down nowhere', async () => {
  const tab = storage()
  const disk = slowDisk()
  const keeper = createDraftKeeper(disk.drafts, draftsInTab(tab, 'secret'), (field) => field === 'password')
  keeper.changed({ login: 'nadia', password: 'olive' })
  keeper.pageHidden()
  expect(tab.getItem('assay:draft:secret')).toBe('{"login":"nadia"}')
  disk.open()
  await keeper.settled()
  expect(disk.written()).toEqual({ login: 'nadia' })
})

test.each([
  ['is dropped when all of its values were saved', { name: 'Spring', tags: ['a'] }, null],
  ['stays when a value was changed since then', { name: 'Spring', tags: [] }, 'Spring'],
])('a draft of a form that was closed while it was being saved %s', async (_, saved, stored) => {
  const drafts = draftsInTab(storage(), 'saved while closed')
  const keeper = createDraftKeeper(drafts, drafts, noSecrets)
  keeper.changed(draftRecord({ name: 'Spring', tags: ['a'] }, { name: '', tags: [] }))
  keeper.flush()
  await dropSaved(keeper, saved)
  expect((await keeper.load())?.['name'] ?? null).toBe(stored)
})

test('input of open forms is known until it is saved or the form is closed', () => {
  const keeperOf = (name: string) =>
    createDraftKeeper(slowDisk().drafts, draftsInTab(storage(), name), (field) => field === 'password')
  const [first, second] = [keeperOf('first'), keeperOf('second')]
  first.changed({ title: 'Pay', password: 'secret' })
  first.changed({ title: 'Pay by card' })
  second.changed({ text: 'Words' })
  expect(openDrafts().slice(-2)).toEqual([{ title: 'Pay by card' }, { text: 'Words' }])
  const before = openDrafts().length
  first.dropped()
  second.closed()
  expect(openDrafts().length).toBe(before - 2)
})

test('the text of a draft is what was typed, without ids and without the values before', () => {
  const steps = [{ id: 'a1', kind: 'step', action: 'Open the basket', expected: '' }]
  const record = draftRecord(
    { title: 'Pay by card', description: 'Old', steps, typeId: 'b2' },
    { description: 'Old' },
    1,
  )
  expect(textOf(record)).toBe('Pay by card\nOpen the basket')
  expect(textOf({ description: 'Slow', attachments: [], issueType: 'JIRA', issueId: '' })).toBe('Slow')
  expect(textOf({ edits: [{ version: 3, changes: { title: 'Renamed' } }] })).toBe('Renamed')
})
