/** Limits of files of test results. In a file of their own: the thread that reads files needs them and no schemas. */
export const RESULT_IMPORT_LIMITS = {
  /** Files of one import, and their size together. */
  files: 100,
  fileBytes: 256 * 1024 * 1024,
  /** JSON is read as a whole. */
  jsonBytes: 64 * 1024 * 1024,
  /** What an archive may become once it is unpacked, how often its own size that may be, and how many parts it may have. */
  unpackedBytes: 512 * 1024 * 1024,
  unpackedRatio: 100,
  ratioFreeBytes: 10 * 1024 * 1024,
  entries: 50_000,
  tests: 200_000,
  /** Characters of a failure, and of the output of one test; the rest is cut. */
  reason: 100_000,
  outputLines: 200,
  outputLine: 2000,
  /** Problems that an answer names one by one; the rest are counted. */
  problems: 200,
  /** Time that one reading may take, and memory. */
  readMs: 120_000,
  readMemoryMb: 512,
  /** XML is read piece by piece. */
  readXmlMemoryMb: 96,
  /** Files that one server reads concurrently, and the length of the queue behind them. */
  readsAtOnce: 2,
  readsWaiting: 20,
} as const
