import { existsSync } from 'node:fs'
import { serverMain } from './server-main.ts'
import { templateOf } from './template.ts'
import { unattended } from './founding.ts'

/** No run begins with what another left, or leaves anything. */
export default function foundedOnce(): () => void {
  const forget = () => {
    if (existsSync(serverMain)) templateOf(unattended).remove()
  }
  forget()
  return forget
}
