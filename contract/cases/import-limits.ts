/** Limits of imports. In a file of their own: the thread that reads files needs them and no schemas. */
export const IMPORT_LIMITS = {
  fileBytes: 50 * 1024 * 1024,
  /** What an XLSX file may become once it is unpacked, */
  unpackedBytes: 200 * 1024 * 1024,
  /** and how often its own size that is. Workbooks of people stay below 30; an archive made to do harm comes to 1,000. */
  unpackedRatio: 100,
  /** Below this an archive may be packed as tightly as it likes. */
  ratioFreeBytes: 10 * 1024 * 1024,
  rows: 100_000,
  columns: 200,
  /** Cells of a sheet, empty ones too. */
  cells: 5_000_000,
  /** Time that one reading of a file may take, and memory. */
  readMs: 30_000,
  readMemoryMb: 512,
  /** Files that one server reads concurrently, and the length of the queue behind them. */
  readsAtOnce: 2,
  readsWaiting: 20,
  /** Problems that one answer tells one by one; the rest are counted. */
  problemsTold: 200,
  /** Different values of a column that are offered to be mapped. */
  values: 50,
  valueLength: 200,
  samples: 3,
  sampleLength: 300,
} as const
