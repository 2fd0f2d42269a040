/** Actions on a user's unsent work. */
import { firstValueFrom, filter, map, timeout } from 'rxjs'
import {
  draftBundleOf,
  dropDraftBundle,
  restoreDrafts,
  writtenDrafts,
  type DraftBundle,
} from '../../../store/drafts/draft-bundle.ts'
import {
  bundleOf,
  dropBundle,
  packed,
  takeBundle,
  unpacked,
  type Bundle,
} from '../../../store/outbox/bundles/bundle.ts'
import { drop, retry } from '../../../store/outbox/outbox-decisions.ts'
import { dropSealed, seal, sealedOf, unsealed } from '../../../store/outbox/bundles/sealed.ts'
import type { UnsentWork } from '../../../machines/session/sign-out.machine.ts'
import { saveFile } from '../../ui/files/save-file.ts'
import type { Application } from '../../application/application.ts'
import {
  dropSpares,
  noteDrafts,
  ownSpares,
  restoreSpares,
  sparesOf,
  writeDrafts,
  writtenSpares,
} from '../../shared/forms/form-drafts.ts'
import { logOf } from '../../application/log/log.ts'
import { markSealed } from './sealed-mark.ts'

const NO_DRAFTS: DraftBundle = { records: [], files: [] }
const NOTHING: Bundle = { commands: [], files: [] }

/** Enough for a few pictures; longer uploads show in the banner. */
const SENDING_MS = 60_000

export const unsentActors = (application: Application, userId: number) => {
  const log = () => logOf(application, userId)
  const wholeOf = async (): Promise<Required<Bundle>> => {
    await writeDrafts()
    return { ...(await bundleOf(log())), drafts: await draftBundleOf(log()), spares: sparesOf(userId) }
  }
  const dropWhole = async (whole: Required<Bundle>): Promise<void> => {
    await dropBundle(log(), whole)
    await dropDraftBundle(log(), whole.drafts)
    dropSpares(whole.spares)
  }
  /** A draft may be in both lists. */
  const countDrafts = (drafts: DraftBundle, spares: Readonly<Record<string, string>>): number =>
    new Set([...writtenDrafts(drafts), ...writtenSpares(userId, spares)]).size
  /** Open forms read their drafts when they open, so they do not show restored ones. */
  const putBack = async ({ drafts = NO_DRAFTS, spares = {} }: Bundle): Promise<number> => {
    await writeDrafts()
    noteDrafts(userId)
    await restoreDrafts(log(), drafts)
    const own = ownSpares(userId, spares)
    restoreSpares(own)
    return countDrafts(drafts, own)
  }
  return {
    look: async (): Promise<UnsentWork> => {
      const { commands, files, drafts, spares } = await wholeOf()
      return { commands: commands.length, files: files.length, drafts: countDrafts(drafts, spares) }
    },
    send: async (): Promise<void> => {
      const outbox = await application.unsent.start()
      if (outbox === null) throw new Error('Nobody is signed in')
      outbox.ask()
      const ended = await firstValueFrom(
        outbox.state$.pipe(
          map(({ unsent, files, refused, refusedFiles, trouble, message, denied }) => {
            if (unsent + files + refusedFiles === 0) return 'sent'
            if (unsent === refused && files === 0) return 'Some changes were refused. Decide about them first.'
            if (trouble === 'denied') return Object.values(denied)[0]?.message ?? null
            return trouble === null ? null : (message ?? 'Cannot reach the server')
          }),
          filter((outcome) => outcome !== null),
          timeout({ first: SENDING_MS, with: () => Promise.resolve('Cannot reach the server') }),
        ),
      )
      if (ended !== 'sent') throw new Error(ended)
    },
    seal: async (passphrase: string): Promise<void> => {
      if ((await sealedOf(userId)) !== null)
        throw new Error('This device already holds encrypted changes. Open those first, or export these.')
      const whole = await wholeOf()
      const { commands, drafts, spares } = whole
      const content = packed(whole)
      await seal(userId, { passphrase, content, commands: commands.length, drafts: countDrafts(drafts, spares) })
      markSealed(userId, true)
      await dropWhole(whole)
    },
    export: async (): Promise<void> =>
      saveFile(new Blob([packed(await wholeOf())], { type: 'application/zip' }), exportName(new Date())),
    drop: async (): Promise<void> => dropWhole(await wholeOf()),
    /** Retries immediately instead of after the pause. */
    ask: async (): Promise<void> => (await application.unsent.start())?.ask(),
    /** Sends rejected commands once more, unchanged. */
    retry: async (key: string): Promise<void> => {
      await retry(log(), key)
      await application.unsent.start()
    },
    /** Discards commands that the server rejected, or does not accept: `denied` are their scopes. */
    discard: async (keys: readonly string[], denied: readonly string[]): Promise<void> => {
      await drop(log(), keys, denied)
    },
    sealed: () => sealedOf(userId),
    /** Restores sealed work: commands and drafts. Resolves with whether there are drafts, which open forms do not show. */
    unseal: async (passphrase: string): Promise<boolean> => {
      const content = await unsealed(userId, passphrase)
      const whole = content === null ? NOTHING : unpacked(content)
      await takeBundle(log(), whole)
      const drafts = await putBack(whole)
      await forgetSealed(userId)
      await application.unsent.start()
      return drafts > 0
    },
    forgetSealed: () => forgetSealed(userId),
    /** Imports an exported file, from this or another device. */
    take: async (file: Blob): Promise<{ commands: number; drafts: number }> => {
      const whole = unpacked(new Uint8Array(await file.arrayBuffer()))
      const commands = await takeBundle(log(), whole)
      const drafts = await putBack(whole)
      await application.unsent.start()
      return { commands, drafts }
    },
  }
}

const forgetSealed = async (userId: number): Promise<void> => {
  await dropSealed(userId)
  markSealed(userId, false)
}

/** `assay unsent 2026-11-22.zip` */
const exportName = (now: Date): string => {
  const two = (part: number) => String(part).padStart(2, '0')
  return `assay unsent ${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}.zip`
}
