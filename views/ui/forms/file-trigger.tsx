/** Around a Button or an IconButton: a press opens the platform's choice of files. */
import { FileTrigger as AriaFileTrigger } from 'react-aria-components/FileTrigger'
import type { ReactNode } from 'react'

export type FileTriggerProps = {
  /** Endings and MIME types; left out: any file. */
  accept?: readonly string[]
  isMultiple?: boolean
  /** At least one. */
  onChoose: (files: File[]) => void
  children: ReactNode
}

export const FileTrigger = ({ accept, isMultiple = false, onChoose, children }: FileTriggerProps) => (
  <AriaFileTrigger
    {...(accept === undefined ? {} : { acceptedFileTypes: accept })}
    allowsMultiple={isMultiple}
    onSelect={(files) => {
      if (files !== null && files.length > 0) onChoose([...files])
    }}
  >
    {children}
  </AriaFileTrigger>
)
