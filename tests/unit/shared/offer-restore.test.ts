import { afterEach, expect, test } from 'vitest'
import { offerRestore } from '../../../views/shared/offer-restore.ts'
import { readToasts, toast } from '../../../views/ui/toasts/toasts.ts'

afterEach(() => toast.clear())
const texts = () => readToasts().map(({ text }) => text)

test('text discarded by Escape can still be saved, and is offered again when saving fails', async () => {
  const answers = [Promise.reject(new Error('Cannot reach the server')), Promise.resolve()]
  const saved: string[] = []
  const save = async () => {
    await answers.shift()
    saved.push('Pay by card')
  }
  offerRestore('Pay by card', save)
  expect(readToasts().map(({ kind, text }) => [kind, text])).toEqual([['offer', '“Pay by card” was not saved']])
  readToasts()[0]?.action?.run()
  await expect.poll(texts).toEqual(['Cannot reach the server', '“Pay by card” was not saved'])
  expect(saved).toEqual([])
  readToasts()[1]?.action?.run()
  await expect.poll(() => saved).toEqual(['Pay by card'])
  toast.clear()
  offerRestore('  ', save)
  expect(texts()).toEqual([])
})
