import { Button } from '../../ui/controls/button.tsx'
import { copyText } from '../../ui/browser/copy-text.ts'
import { toast } from '../../ui/toasts/toasts.ts'

/** Copies a text and confirms it with a toast. */
export function CopyTextButton({ text, children = 'Copy' }: { text: string; children?: string }) {
  const copy = async () => {
    if (await copyText(text)) toast.success('Copied to clipboard')
    else toast.error('This browser did not allow copying')
  }
  return (
    <Button size="sm" onClick={() => void copy()}>
      {children}
    </Button>
  )
}
