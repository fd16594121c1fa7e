/** The accepted MIME types by content, and the file extension for each. */
export const proofTypes = {
  "application/pdf": "pdf",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/heic": "heic",
  "image/heif": "heif",
} as const;

/** The largest proof, in bytes: 10 MB. */
export const maxProofBytes = 10 * 1024 * 1024;
