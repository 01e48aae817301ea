//! Borsh of types that lie in memory as Borsh writes them: little-endian, in order, without gaps. What `derive` writes
//! for each field of them makes the program larger.

/// Reads and writes a `Pod` by its bytes. The IDL is still built by `derive`, which says the same.
macro_rules! borsh_of_bytes {
    ($($type:ty),*) => {$(
        #[cfg(not(feature = "idl-build"))]
        impl anchor_lang::AnchorSerialize for $type {
            fn serialize<W: std::io::Write>(&self, writer: &mut W) -> std::io::Result<()> {
                writer.write_all(bytemuck::bytes_of(self))
            }
        }

        #[cfg(not(feature = "idl-build"))]
        impl anchor_lang::AnchorDeserialize for $type {
            fn deserialize_reader<R: std::io::Read>(reader: &mut R) -> std::io::Result<Self> {
                let mut bytes = [0; std::mem::size_of::<Self>()];
                reader.read_exact(&mut bytes)?;
                Ok(bytemuck::pod_read_unaligned(&bytes))
            }
        }
    )*};
}

borsh_of_bytes!(crate::math::Fees, crate::state::Limits, crate::state::Terms);
