/** Wraps a Button or IconButton: a press opens the file chooser. */
import { FileTrigger as AriaFileTrigger } from 'react-aria-components/FileTrigger'
import type { ReactNode } from 'react'

export type FileTriggerProps = {
  /** Extensions and MIME types; any file by default. */
  accept?: readonly string[]
  isMultiple?: boolean
  /** Receives at least one file. */
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
