/** Address of a hub with the credentials in it, as WebDriver clients take it; null where the hub's address is none (HUB-08, HUB-10). */
export const hubUrlWith = (hubUrl: string, username: string, accessKey: string): string | null => {
  try {
    const url = new URL(hubUrl)
    url.username = encodeURIComponent(username)
    url.password = encodeURIComponent(accessKey)
    return url.href
  } catch {
    return null
  }
}
