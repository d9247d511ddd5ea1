export interface ClientSettings {
  clientId: string
  clientSecret: string
  issuer: string
}

export interface GoogleSettings extends ClientSettings {
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

export interface IdentitySettings {
  google: GoogleSettings | null
  microsoft: MicrosoftSettings | null
  apple: AppleSettings | null
}
