/** Limits of files of test results, in a separate file so that the process that reads files does not load the schemas. */
export const RESULT_IMPORT_LIMITS = {
  /** Maximum files of one import, and their total size. */
  files: 100,
  fileBytes: 256 * 1024 * 1024,
  /** Limits of an archive: size after decompression, compression ratio, and number of entries. */
  unpackedBytes: 512 * 1024 * 1024,
  unpackedRatio: 100,
  ratioFreeBytes: 64 * 1024 * 1024,
  entries: 50_000,
  /** Maximum bytes of archives inside an archive, which are read in memory. */
  nestedBytes: 64 * 1024 * 1024,
  tests: 200_000,
  /** Maximum characters of a failure and lines of output of a test; the rest is cut off. */
  reason: 100_000,
  outputLines: 200,
  outputLine: 2000,
  /** Maximum characters of the output of all suites. */
  suiteOutput: 1024 * 1024,
  /** Maximum steps of an attempt, their characters in all, their nesting, and characters of the texts of a step. */
  steps: 10_000,
  stepCharacters: 2_000_000,
  stepDepth: 50,
  stepTitle: 1000,
  stepDetails: 4000,
  stepError: 10_000,
  stepWord: 255,
  /** Maximum characters of the key and value of a label. */
  labelKey: 255,
  labelValue: 4000,
  /** Maximum attachments of one import, those of them that belong to no test, bytes of one, and bytes of all. */
  attachments: 20_000,
  launchAttachments: 100,
  attachmentBytes: 100 * 1024 * 1024,
  attachmentsBytes: 512 * 1024 * 1024,
  /** Maximum characters of an attachment's path; a longer one is not in the upload. */
  attachmentPath: 1000,
  /** Maximum problems in one answer; the rest are only counted. */
  problems: 200,
  /** Time and memory limits for reading an import once. */
  readMs: 120_000,
  readMemoryMb: 192,
  /** Maximum files that wait for their turn. */
  readsWaiting: 20,
} as const
