/** Opens the markup of an attached picture that has not been sent; the marked picture replaces it. */
import { PencilLine } from 'lucide-react'
import { useState } from 'react'
import type { ObservationFile } from '../../../contract/exploratory/observations.ts'
import { bytesOf } from '../../../store/outbox/files.ts'
import { isPicture } from '../attachments/given-files.ts'
import { useLog } from '../../application/log/log.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Later } from '../../ui/layout/later.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { loadMarkup, MarkupDialog, NO_MARKUP } from './load-markup.ts'

export interface MarkUpButtonProps {
  file: ObservationFile
  /** One call for both, so that the picture is never attached without its marks. */
  onMarked: (file: File) => void
}

export function MarkUpButton({ file, onMarked }: MarkUpButtonProps) {
  const log = useLog()
  const [picture, setPicture] = useState<File | null>(null)
  if (!isPicture(file.contentType)) return null
  const open = async () => {
    const [bytes, isLoaded] = await Promise.all([
      bytesOf(log, file.fileUuid),
      loadMarkup().then(
        () => true,
        () => false,
      ),
    ])
    if (bytes === null) toast.error('This picture is no longer on this device')
    else if (!isLoaded) toast.error(NO_MARKUP)
    else setPicture(new File([bytes], file.name, { type: file.contentType }))
  }
  return (
    <>
      <IconButton size="sm" label={`Mark up ${file.name}`} onClick={() => void open()}>
        <PencilLine aria-hidden />
      </IconButton>
      {picture !== null && (
        <Later>
          <MarkupDialog
            file={picture}
            onKept={(marked) => {
              setPicture(null)
              onMarked(marked)
            }}
            onClose={() => setPicture(null)}
          />
        </Later>
      )}
    </>
  )
}
