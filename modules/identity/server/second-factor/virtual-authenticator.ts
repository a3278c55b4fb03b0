import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

interface Credential {
  id: Buffer;
  privateKey: KeyObject;
  counter: number;
}

/** What a page's script hands over of the options that it got. */
interface Place {
  challenge: string;
  origin: string;
  /** Name of the host that the key is for. */
  rpId: string;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** Stands for a telephone with passkeys in tests: makes keys and signs as the standard says. */
export class VirtualAuthenticator {
  credential: Credential | undefined;
  /** Whether it asks for its owner's finger or PIN. */
  verifiesUser = true;

  /** The answer to options of a registration. */
  register(place: Place): object {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    const id = randomBytes(16);
    this.credential = { id, privateKey, counter: 0 };
    const coseKey = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const authenticatorData = Buffer.concat([
      this.#data(place.rpId, HAS_CREDENTIAL, 0),
      Buffer.alloc(16),
      length,
      id,
      isoCBOR.encode(coseKey),
    ]);
    const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
      ["fmt", "none"],
      ["attStmt", new Map<string, string>()],
      ["authData", new Uint8Array(authenticatorData)],
    ]);
    return this.#answer({
      clientDataJSON: clientData("webauthn.create", place).toString("base64url"),
      attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString("base64url"),
      transports: ["internal"],
    });
  }

  /** The answer to options of a login. */
  authenticate(place: Place, type = "webauthn.get"): object {
    const { credential } = this;
    if (credential === undefined) throw new Error("no passkey was registered");
    credential.counter++;
    const data = this.#data(place.rpId, 0, credential.counter);
    const client = clientData(type, place);
    const digest = createHash("sha256").update(client).digest();
    return this.#answer({
      clientDataJSON: client.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: sign("sha256", Buffer.concat([data, digest]), credential.privateKey).toString(
        "base64url",
      ),
    });
  }

  #answer(response: object): object {
    const id = this.credential?.id.toString("base64url");
    return { id, rawId: id, type: "public-key", response, clientExtensionResults: {} };
  }

  #data(rpId: string, more: number, counter: number): Buffer {
    const tail = Buffer.alloc(5);
    tail.writeUInt8(USER_PRESENT | more | (this.verifiesUser ? USER_VERIFIED : 0), 0);
    tail.writeUInt32BE(counter, 1);
    return Buffer.concat([createHash("sha256").update(rpId).digest(), tail]);
  }
}

function clientData(type: string, { challenge, origin }: Place): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}
