import { TEXTS } from '../../contract/texts.ts'
import { copyText } from '../ui/browser/copy-text.ts'
import { toast } from '../ui/toasts/toasts.ts'

/** Returns the absolute URL of an in-app path, for sharing (MENU-02). */
export const copyLink = async (href: string, done: string = TEXTS.linkCopied): Promise<void> => {
  if (await copyText(new URL(href, location.origin).href)) toast.success(done)
  else toast.error('This browser did not allow copying. Copy the address of the page instead.')
}
