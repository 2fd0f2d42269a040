/** Parser for stack frames as JavaScript, Java, Kotlin, Python and .NET print them. */

export interface Frame {
  /** Function or method; '' if anonymous. */
  name: string
  /** '' if unknown. */
  file: string
  line: number | null
  /** Whether the frame is code of the team, not of a test runner, a library or the language. */
  isTeams: boolean
}

/** Longer lines are data, not frames. */
const LONGEST_LINE = 1000

/** Parses a line of a stack trace. Returns null for a line that is not a frame. */
export const frameOf = (text: string): Frame | null => {
  const line = text.trim()
  if (line.length > LONGEST_LINE) return null
  return pythonFrame(line) ?? calledFrame(line) ?? firefoxFrame(line)
}

const frame = (name: string, file: string, line: number | null, isTeams: boolean): Frame => ({
  name: /^(?:[\w$]{1,100}\.)?(?:<anonymous>|eval|anonymous|<module>)?$/.test(name) ? '' : name,
  file,
  line,
  isTeams,
})

/** Parses `file:12:20`, `file:12` or `file:line 12`. */
const placeIn = (text: string): { file: string; line: number } | null => {
  const found = /:(?:line )?(\d{1,9})(?::\d{1,9})?$/.exec(text)
  return found === null || found.index === 0 ? null : { file: text.slice(0, found.index), line: Number(found[1]) }
}

const pythonFrame = (line: string): Frame | null => {
  const traceback = /^File "([^"]{1,500})", line (\d{1,9})(?:, in (.{1,200}))?$/.exec(line)
  const pytest = /^([^\s:"]{1,500}\.py):(\d{1,9}): (?:in (\S{1,200})|[A-Za-z_.]{0,200})$/.exec(line)
  const [, file, number, name = ''] = traceback ?? pytest ?? []
  if (file === undefined) return null
  return frame(name, file, Number(number), !isPythonLibrary(slashed(file)))
}

/** Parses `at name (place)`, `at place`, `at package.Class.method(File.java:12)` and `at Name.Space.Method(args) in file:line 12`. */
const calledFrame = (line: string): Frame | null => {
  if (!line.startsWith('at ') && !line.startsWith('❯ ')) return null
  const body = line.slice(line.indexOf(' ') + 1).replace(/^async /, '')
  return scriptFrame(body, line.startsWith('❯')) ?? javaFrame(body) ?? dotnetFrame(body)
}

const scriptFrame = (body: string, isVitest: boolean): Frame | null => {
  const opens = body.endsWith(')') ? body.lastIndexOf(' (') : isVitest ? body.lastIndexOf(' ') : -1
  const name = opens < 0 ? '' : body.slice(0, opens).replace(/^(?:async|new) /, '')
  const place = opens < 0 ? body : body.slice(opens + (isVitest ? 1 : 2), isVitest ? undefined : -1)
  if (place === '<anonymous>' || place === 'native') return frame(name, '', null, false)
  const found = placeIn(place)
  if (found === null || / in /.test(place) || (opens < 0 && /\s\S*\(/.test(place))) return null
  // .NET and Java frames have no space before the parenthesis of their parameters or file.
  if (opens < 0 && place.includes('(')) return null
  return frame(name, found.file, found.line, !isScriptLibrary(slashed(found.file)))
}

const javaFrame = (body: string): Frame | null => {
  const found = /^(?:[\w.@-]{0,100}\/{1,2}){0,2}([\w.$<>-]{1,300})\(([^()]{0,200})\)(?: ~?\[.{0,300}\])?$/.exec(body)
  if (found === null) return null
  const [, name = '', place = ''] = found
  const at = placeIn(place)
  const isJava = at !== null || /^(?:Native Method|Unknown Source|[\w$-]{1,100}\.(?:java|kt|groovy|scala))$/.test(place)
  if (!isJava || !name.includes('.')) return null
  return frame(name, at?.file ?? '', at?.line ?? null, !startsWithOne(name, JAVA_LIBRARIES))
}

const dotnetFrame = (body: string): Frame | null => {
  const found = /^([\w.`+<>[\],$|-]{1,300})\(/.exec(body)
  const name = found?.[1] ?? ''
  if (!name.includes('.')) return null
  const [call = '', place] = body.split(' in ', 2)
  if (!call.trim().endsWith(')')) return null
  const at = place === undefined ? null : placeIn(place)
  return frame(name, at?.file ?? '', at?.line ?? null, !startsWithOne(name, DOTNET_LIBRARIES))
}

const firefoxFrame = (line: string): Frame | null => {
  const sign = line.indexOf('@')
  if (sign < 0 || /\s/.test(line)) return null
  const place = placeIn(line.slice(sign + 1))
  if (place === null || !/:\d{1,9}:\d{1,9}$/.test(line)) return null
  return frame(line.slice(0, sign), place.file, place.line, !isScriptLibrary(slashed(place.file)))
}

const slashed = (file: string): string => file.replaceAll('\\', '/')

const startsWithOne = (text: string, starts: readonly string[]): boolean => starts.some((one) => text.startsWith(one))

const isScriptLibrary = (file: string): boolean =>
  startsWithOne(file, ['node:', 'internal/', 'chrome-extension:', 'chrome:', 'native', '<']) ||
  ['node_modules/', '__cypress/runner', 'cypress_runner', '/webpack/bootstrap', '(webpack)', '__playwright_'].some(
    (part) => file.includes(part),
  )

const isPythonLibrary = (file: string): boolean =>
  file.startsWith('<') ||
  ['site-packages/', 'dist-packages/', '/lib/python', '/_pytest/', '/pluggy/'].some((part) => file.includes(part)) ||
  // Python's standard library on Windows: C:/Python312/Lib/unittest/case.py
  /\/Python\d{0,4}\/Lib\//i.test(file)

const JAVA_LIBRARIES: readonly string[] = [
  'java.',
  'javax.',
  'jakarta.',
  'jdk.',
  'sun.',
  'com.sun.',
  'kotlin.',
  'kotlinx.',
  'groovy.',
  'org.codehaus.groovy.',
  'scala.',
  'junit.',
  'org.junit.',
  'org.opentest4j.',
  'org.testng.',
  'org.hamcrest.',
  'org.assertj.',
  'com.google.common.',
  'org.mockito.',
  'org.openqa.selenium.',
  'com.codeborne.selenide.',
  'com.microsoft.playwright.',
  'io.appium.',
  'io.cucumber.',
  'io.restassured.',
  'io.netty.',
  'io.qameta.',
  'okhttp3.',
  'org.apache.',
  'org.gradle.',
  'org.jetbrains.',
  'com.intellij.',
  'org.springframework.',
  'net.bytebuddy.',
  'com.zebrunner.',
  'com.qaprosoft.',
  'org.awaitility.',
]

const DOTNET_LIBRARIES: readonly string[] = [
  'System.',
  'Microsoft.',
  'NUnit.',
  'Xunit.',
  'OpenQA.',
  'FluentAssertions.',
  'Shouldly.',
  'Moq.',
  'Castle.',
  'TechTalk.',
  'Reqnroll.',
  'Polly.',
]
