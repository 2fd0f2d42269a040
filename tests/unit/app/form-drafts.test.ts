import { expect, test } from 'vitest'
import { createDraftKeeper, draftsInTab, type FormDrafts } from '../../../views/app/form-drafts.ts'

const storage = (): Storage => {
  const held = new Map<string, string>()
  return {
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, value: string) => void held.set(name, value),
    removeItem: (name: string) => void held.delete(name),
  } as unknown as Storage
}

/** A disk that writes nothing until it is let. */
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
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('what was typed and not written before the page went is there afterwards', async () => {
  const tab = storage()
  const disk = slowDisk()
  const keeper = createDraftKeeper(disk.drafts, draftsInTab(tab, 'form'), noSecrets)
  keeper.changed({ name: 'Nadia' })
  keeper.flush()
  keeper.changed({ key: 'NAD' })
  keeper.pageHidden()
  const next = createDraftKeeper(slowDisk().drafts, draftsInTab(tab, 'form'), noSecrets)
  expect(await next.load()).toEqual({ name: 'Nadia', key: 'NAD' })
  expect(await next.load()).toBeNull()
})

test('what was saved or given up does not come back, however slow the disk is', async () => {
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
  const next = createDraftKeeper(rest.drafts, draftsInTab(tab, 'form'), noSecrets)
  expect(await next.load()).toBeNull()
  expect(rest.written()).toBeNull()
})

test('what is typed after a save stays, though the page goes before the older words are taken away', async () => {
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
  const next = createDraftKeeper(rest.drafts, draftsInTab(tab, 'form'), noSecrets)
  expect(await next.load()).toEqual({ name: 'Mara' })
})

test('a secret is written down nowhere', async () => {
  const tab = storage()
  const disk = slowDisk()
  disk.open()
  const keeper = createDraftKeeper(disk.drafts, draftsInTab(tab, 'form'), (field) => field === 'password')
  keeper.changed({ login: 'nadia', password: 'olive' })
  keeper.pageHidden()
  await settled()
  expect(disk.written()).toEqual({ login: 'nadia' })
  expect(tab.getItem('assay:draft:form')).toBe('{"login":"nadia"}')
})
