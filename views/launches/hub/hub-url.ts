import type { TestingPlatform } from '../../../contract/workspace/integrations.ts'

/** Address of a hub with the credentials in it, as WebDriver clients take it; null where the hub's address is none (HUB-08, HUB-10). */
export const hubUrlWith = ({
  hubUrl,
  username,
  accessKey,
  key,
  secret,
}: Pick<TestingPlatform, 'hubUrl' | 'username' | 'accessKey' | 'key' | 'secret'>): string | null => {
  try {
    const url = new URL(hubUrl)
    url.username = encodeURIComponent(username ?? key ?? '')
    url.password = encodeURIComponent(accessKey ?? secret ?? '')
    return url.href
  } catch {
    return null
  }
}
