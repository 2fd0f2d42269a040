import type { UnsentWork } from '../../machines/session/sign-out.machine.ts'

const many = (count: number, one: string) => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`

/** Joins counts: `2 changes, 1 file and 3 drafts`; empty for none. */
export const unsentText = ({ commands = 0, files = 0, drafts = 0 }: Partial<UnsentWork>): string => {
  const parts = [
    commands > 0 && many(commands, 'change'),
    files > 0 && many(files, 'file'),
    drafts > 0 && many(drafts, 'draft'),
  ].filter((part) => part !== false)
  return [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ')
}

export const waitingText = (commands: number, files: number): string => unsentText({ commands, files })
