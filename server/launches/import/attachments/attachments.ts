import { closeSync, openSync, writeSync } from 'node:fs'
import { RESULT_IMPORT_LIMITS as LIMITS } from '../../../../contract/launches/result-import-limits.ts'
import type { SourceFile } from '../../../reading/source-file.ts'
import type { AttachmentFact, AttachmentProblem, InlineContent, ProblemFact } from '../formats/facts.ts'
import type { ReportedAttachment } from '../formats/reported.ts'
import { attachmentName } from '../../../../contract/launches/attachment-name.ts'
import { resolvePaths, segmentsOf, type UploadedFile } from './paths.ts'
import { walkFiles, type Receiver, type VisitedFile } from './walk.ts'

/** Position of a content in the file of contents. */
export interface ContentRange {
  at: number
  sizeBytes: number
}

type Source = { name: string; upload: string }
type Report = (source: Source, problem: Omit<ProblemFact, 'kind'>) => void

/** Attachments of the reports of one upload. */
export interface Attachments {
  saveContent: (text: string, encoding: 'base64' | 'utf8') => InlineContent
  /** Returns the attachments to import; the others are problems. */
  add: (source: Source, facts: readonly AttachmentFact[], report: Report) => ReportedAttachment[]
  /** Finds the files that the reports name. Resolves with a function that tells whether a file is an attachment, is inside of one, or has one inside. */
  resolve: (files: readonly SourceFile[], report: Report) => Promise<(name: string) => boolean>
  /** Saves the files that were found. Resolves with all contents, by the ids of the attachments. */
  extract: (files: readonly SourceFile[], report: Report) => Promise<Map<number, ContentRange>>
}

const MB = 1024 * 1024
const rest = (reason: string): AttachmentProblem => [
  `attachment was not imported: ${reason}`,
  `attachments were not imported: ${reason}`,
]
const PROBLEMS = {
  missing: [
    'attachment was not imported: it is not in the upload',
    'attachments were not imported: they are not in the upload',
  ],
  ambiguous: rest('several files of the upload have that name'),
  empty: rest('the report has neither a path nor content'),
  tooMany: rest(`an import has at most ${LIMITS.attachments.toLocaleString('en-US')}`),
  tooManyOfLaunch: rest(`a launch has at most ${LIMITS.launchAttachments} that belong to no test`),
  tooLarge: rest(`a file has at most ${LIMITS.attachmentBytes / MB} MB`),
  beyondAll: rest(`those of an import have at most ${LIMITS.attachmentsBytes / MB} MB together`),
  tooTight: rest('the archive unpacks to far more than files hold'),
} as const satisfies Record<string, AttachmentProblem>

/** Attachment whose file is looked for when all files of the upload are known. */
interface Claim {
  id: number
  path: string
  source: Source
}

/** `contentsFile`: path of a new file for the contents; without one, they are only counted. */
export const createAttachments = (contentsFile: string | null): Attachments => {
  const contents = contentsFile === null ? null : createContents(contentsFile)
  const takeRoom = createRoom()
  let count = 0
  const ranges = new Map<number, ContentRange>()
  const claims: Claim[] = []
  /** Claims of the files to extract, by the position of a file in the walk. */
  const claimsByFile = new Map<number, Claim[]>()
  const leaveOut = (report: Report, source: Source, [one, many]: AttachmentProblem): void =>
    report(source, { message: '', counted: { one, many } })

  return {
    saveContent: (text, encoding) => {
      const bytes = Buffer.from(text, encoding)
      const problem = takeRoom(bytes.length)
      if (problem !== null) return { at: 0, sizeBytes: 0, problem }
      return { at: contents?.append(bytes) ?? 0, sizeBytes: bytes.length, problem: null }
    },
    add: (source, facts, report) =>
      facts.flatMap((fact): ReportedAttachment[] => {
        const { content, path } = fact
        const problem =
          count >= LIMITS.attachments
            ? PROBLEMS.tooMany
            : content === undefined && !path?.trim()
              ? PROBLEMS.empty
              : content?.problem
        if (problem != null) {
          leaveOut(report, source, problem)
          return []
        }
        const id = count++
        if (content !== undefined) ranges.set(id, { at: content.at, sizeBytes: content.sizeBytes })
        else claims.push({ id, path: path == null || path.length > LIMITS.attachmentPath ? '' : path, source })
        return [{ id, name: attachmentName(fact), step: fact.step ?? null }]
      }),
    resolve: async (files, report) => {
      const attached = new Set<string>()
      const archives = new Set<string>()
      if (claims.length === 0) return () => false
      const { uploaded, reports } = await filesFor(claims, files)
      const placeOf = ({ source }: Claim) => reports.get(source.name) ?? { archive: '', path: source.name }
      const resolved = resolvePaths(
        claims.map((claim) => ({ path: claim.path, report: placeOf(claim) })),
        uploaded,
      )
      const problems = new Map<number, AttachmentProblem | null>()
      for (const [index, claim] of claims.entries()) {
        const found = resolved[index] ?? 'missing'
        const file = typeof found === 'number' ? uploaded[found] : undefined
        if (file === undefined) {
          leaveOut(report, claim.source, found === 'ambiguous' ? PROBLEMS.ambiguous : PROBLEMS.missing)
          continue
        }
        const { position, sizeBytes } = file
        // What is compressed alone is read as a report without that ending.
        attached.add(nameOf(file)).add(nameOf(file).replace(/\.gz$/i, ''))
        archives.add(file.archive)
        if (!problems.has(position)) problems.set(position, takeRoom(sizeBytes, file))
        const problem = problems.get(position) ?? null
        if (problem !== null) {
          leaveOut(report, claim.source, problem)
          continue
        }
        const own = claimsByFile.get(position) ?? []
        own.push(claim)
        claimsByFile.set(position, own)
      }
      return (name) => archives.has(name) || isIn(attached, name)
    },
    extract: async (files, report) => {
      if (claimsByFile.size > 0) {
        let position = -1
        await walkFiles(files, () => {
          position += 1
          const own = claimsByFile.get(position)
          return own === undefined || contents === null ? null : receiverOf(own)
        })
      }
      contents?.close()
      return ranges

      function receiverOf(own: readonly Claim[]): Receiver {
        let range: ContentRange | null = null
        return {
          write: (part) => {
            const at = contents?.append(part) ?? 0
            range = { at: range?.at ?? at, sizeBytes: (range?.sizeBytes ?? 0) + part.length }
          },
          end: (problem) => {
            // One object for all claims: the file is stored once.
            const whole = range ?? { at: 0, sizeBytes: 0 }
            for (const { id, source } of own)
              if (problem === null) ranges.set(id, whole)
              else leaveOut(report, source, rest(problem.charAt(0).toLowerCase() + problem.slice(1)))
          },
        }
      }
    },
  }
}

/** Limits the attachments of a launch that belong to no test. */
export const withinLaunch = <One>(
  attachments: readonly One[],
  already: number,
  leaveOut: (problem: AttachmentProblem) => void,
): One[] => {
  const fitting = attachments.slice(0, Math.max(0, LIMITS.launchAttachments - already))
  for (let i = fitting.length; i < attachments.length; i++) leaveOut(PROBLEMS.tooManyOfLaunch)
  return fitting
}

/** Returns a function that takes room for a content; or why there is none. */
const createRoom = () => {
  let all = 0
  const unpacked = new Map<string, number>()
  return (sizeBytes: number, file: VisitedFile | null = null): AttachmentProblem | null => {
    if (sizeBytes > LIMITS.attachmentBytes) return PROBLEMS.tooLarge
    if (all + sizeBytes > LIMITS.attachmentsBytes) return PROBLEMS.beyondAll
    if (file !== null) {
      const own = (unpacked.get(file.archive) ?? 0) + sizeBytes
      if (own > LIMITS.ratioFreeBytes && own > file.packedBytes * LIMITS.unpackedRatio) return PROBLEMS.tooTight
      unpacked.set(file.archive, own)
    }
    all += sizeBytes
    return null
  }
}

/** Appends contents to a new file. */
const createContents = (place: string) => {
  const file = openSync(place, 'wx', 0o600)
  let end = 0
  return {
    /** Returns the position of the bytes. */
    append: (bytes: Buffer): number => {
      const at = end
      for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written)
      end += bytes.length
      return at
    },
    close: () => closeSync(file),
  }
}

/** Returns whether a file is one of these, or inside of an archive that is. Archives are read to a small depth, but names have any. */
const isIn = (names: ReadonlySet<string>, name: string): boolean => {
  if (names.has(name)) return true
  const parts = name.split('/', FOLDERS_LIMIT)
  return parts.some((_, i) => names.has(parts.slice(0, i).join('/')))
}
const FOLDERS_LIMIT = 50

/** Name of a file as reports are named. */
const nameOf = ({ archive, path }: UploadedFile): string => (archive === '' ? path : `${archive}/${path}`)

/** Returns the files that have a name of the claims, and the places of their reports. */
const filesFor = async (claims: readonly Claim[], files: readonly SourceFile[]) => {
  const names = new Set(claims.map(({ path }) => baseOf(path)))
  const named = new Set(claims.map(({ source }) => source.name))
  const uploaded: (VisitedFile & { position: number })[] = []
  const reports = new Map<string, UploadedFile>()
  let position = -1
  await walkFiles(files, (file) => {
    position += 1
    const { archive, path } = file
    if (named.has(nameOf(file))) reports.set(nameOf(file), { archive, path })
    if (names.has(baseOf(path))) uploaded.push({ ...file, position })
    return null
  })
  return { uploaded, reports }
}

const baseOf = (path: string): string => segmentsOf(path).segments.at(-1) ?? ''
