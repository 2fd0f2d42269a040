/** Input that can no longer be saved, because what it belongs to was closed or deleted: stays on this device to be copied or discarded. */
import type { ReactNode } from 'react'
import { useResource } from '../../application/context.tsx'
import { Banner } from '../../ui/layout/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { useDraftKeeper } from '../forms/use-draft-keeper.ts'
import { CopyTextButton } from './copy-text-button.tsx'

interface UnsavedDraftProps {
  /** Name of the draft. */
  name: string
  /** Says that the input was not saved. */
  title: ReactNode
  /** The input as text; empty when nothing was typed. */
  textOf: (draft: Readonly<Record<string, unknown>>) => string
  onDiscard?: () => void
}

/** Give it a `key` to show another draft. */
export function UnsavedDraft({ name, title, textOf, onDiscard }: UnsavedDraftProps) {
  const keeper = useDraftKeeper(name)
  const { value, change } = useResource(async () => ({ draft: await keeper.load() }))
  const text = value === null || value.draft === null ? '' : textOf(value.draft)
  if (text === '') return null
  const discard = () => {
    keeper.dropped()
    change({ draft: null })
    onDiscard?.()
  }
  return (
    <Banner
      actions={
        <>
          <CopyTextButton text={text} />
          <Button size="sm" variant="quiet" onClick={discard}>
            Discard
          </Button>
        </>
      }
    >
      <b>{title}</b> {text}
    </Banner>
  )
}
