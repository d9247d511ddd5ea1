/** The settings with which Google and Microsoft recognise this server. */
export interface ClientSettings {
  clientId: string
  clientSecret: string
  /** The base URL of the provider's discovery document (OpenID Connect Discovery). */
  issuer: string
}

export interface GoogleSettings extends ClientSettings {
  /** The address of the Admin SDK, which lists the people of a Workspace. */
  directoryUrl: string
}

export interface MicrosoftSettings extends ClientSettings {
  /** The id of a Microsoft tenant, or `common`, `organizations` or `consumers`. */
  tenant: string
}

/** Apple issues no fixed client secret. For each request, the server signs a secret with its private key. */
export interface AppleSettings {
  clientId: string
  teamId: string
  keyId: string
  /** PKCS #8 in PEM. */
  privateKey: string
  issuer: string
}

/** The providers for signing in. Null: not configured. */
export interface IdentitySettings {
  google: GoogleSettings | null
  microsoft: MicrosoftSettings | null
  apple: AppleSettings | null
}
