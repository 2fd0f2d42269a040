import type { TestingPlatform } from '../../../contract/workspace/integrations.ts'

/** Returns a hub's URL with credentials for WebDriver clients; null when the hub's URL is invalid (HUB-08, HUB-10). */
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
